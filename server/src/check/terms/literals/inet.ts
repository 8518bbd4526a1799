import type { Outcome } from "./outcome";

// R-LIT-10.4. What is no literal address is a host name, which only the server's own resolver can tell.
const DOTTED = /^\d+(?:\.\d+){0,3}$/;
const NUMERIC = /^[\d.]+$/;
const GROUP = /^[0-9A-Fa-f]{1,4}$/;
const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9.])?$/;

/** The four bytes of an IPv4 address, short forms included; undefined where the text is none. */
function addressOfFour(text: string): readonly number[] | undefined {
  if (text.length > 15 || !DOTTED.test(text)) return undefined;
  const parts = text.split(".").map(Number);
  const last = parts.pop() ?? 0;
  if (parts.some((part) => part > 255) || last >= 256 ** (4 - parts.length)) return undefined;
  const tail: number[] = [];
  for (let place = 3 - parts.length; place >= 0; place--) tail.push(Math.floor(last / 256 ** place) % 256);
  return [...parts, ...tail];
}

/** The sixteen bytes of an IPv6 address without brackets and scope; undefined where the text is none. */
function addressOfSix(text: string): readonly number[] | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const bytes = halves.map((half, i) => (half === "" ? [] : groupBytes(half.split(":"), i === halves.length - 1)));
  const [head, tail] = bytes;
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  if (tail === undefined) return head.length === 16 ? head : undefined;
  const missing = 16 - head.length - tail.length;
  return missing < 2 ? undefined : [...head, ...new Array<number>(missing).fill(0), ...tail];
}

function groupBytes(groups: readonly string[], mayEndInFour: boolean): readonly number[] | undefined {
  const bytes: number[] = [];
  for (const [i, group] of groups.entries()) {
    if (GROUP.test(group)) {
      const value = parseInt(group, 16);
      bytes.push(value >> 8, value & 255);
    } else {
      const four = mayEndInFour && i === groups.length - 1 && group.split(".").length === 4 ? addressOfFour(group) : undefined;
      if (four === undefined) return undefined;
      bytes.push(...four);
    }
  }
  return bytes;
}

/** The bytes of a literal address (4, or 16; an IPv4 address in IPv6 form is 4); undefined for anything else. */
export function addressBytes(text: string): readonly number[] | undefined {
  const four = addressOfFour(text);
  if (four !== undefined) return four;
  const six = addressOfSix(text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text);
  const mapped = six !== undefined && six[10] === 255 && six[11] === 255 && six.slice(0, 10).every((byte) => byte === 0);
  return mapped ? six.slice(12) : six;
}

/** Whether `text` is an address; the empty text is an empty value (R-LIT-12, W-LIT-6). */
export function readInet(text: string): Outcome {
  if (text === "" || text === "localhost" || addressBytes(text) !== undefined) return "good";
  // Digits and dots that make no address, anything with a colon, and what cannot be a host name fail on every server.
  if (NUMERIC.test(text) || !HOST.test(text) || text.endsWith(".invalid")) return text.includes("%") && text.includes(":") ? "unknown" : "bad";
  return "unknown";
}
