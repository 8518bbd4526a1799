import { describe, expect, test } from "vitest";
import { describe as words, MESSAGES } from "../../server/src/check/messages/index";

const codes = Object.keys(MESSAGES);
const wordsOf = (code: string) => words({ code, range: { start: 0, end: 0 }, phase: "prepare", errorClass: "invalid", data: {} });

describe("the words of each code", () => {
  test.each(codes)("%s", (code) => {
    expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    const { message, why } = wordsOf(code);
    expect(message.trim(), "a message, whatever data are missing").not.toBe("");
    expect(message, "no full stop: adapters set the message in a line of their own").not.toMatch(/[.]$/);
    expect(why, "a sentence").toMatch(/.{10,}\.$/s);
  });
});
