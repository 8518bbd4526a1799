// What a person does in VS Code's window, as functions over its page: opening files, running commands, choosing from lists.

/** Waits that end a flow; generous, since the machine may be busy. */
const PATIENCE = { timeout: 120_000 };

/** Waits until `value()` is as wanted and returns it; the last value is in the error. */
export async function until(value, wanted, what) {
  const end = Date.now() + PATIENCE.timeout;
  for (;;) {
    const found = await value();
    if (wanted(found)) return found;
    if (Date.now() > end) throw new Error(`${what}; last seen: ${JSON.stringify(found)?.slice(0, 600)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The open list of choices. */
export const list = (page, text) => page.locator(".quick-input-widget:visible", text === undefined ? {} : { hasText: text });

/** Opens the line at the window's top with a key, and fills it. A list that is on its way out must be gone first. */
async function openInput(page, key, text) {
  await list(page).waitFor({ state: "hidden", ...PATIENCE });
  await page.keyboard.press(key);
  await list(page).locator("input:visible").first().fill(text);
}

/** Opens a file of the workspace, given as `folder/name`, in the group in front. */
export async function openFile(page, file) {
  await openInput(page, "Control+p", file);
  const [folder, name] = file.split("/");
  await list(page).locator(".monaco-list-row", { hasText: name }).filter({ hasText: folder }).first().click(PATIENCE);
  await page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor(PATIENCE);
  await page.locator(".breadcrumbs-below-tabs .monaco-breadcrumb-item", { hasText: folder }).first().waitFor(PATIENCE);
}

/** Runs a command by its title, as the command palette lists it. */
export async function runCommand(page, title) {
  await openInput(page, "F1", `>${title}`);
  await list(page).locator(".monaco-list-row", { hasText: title }).first().click(PATIENCE);
}

/** The entries of the open list that carries the title: what each says, and whether some of it is cut off. */
export async function entries(page, title) {
  await list(page, title).locator(".monaco-list-row").first().waitFor(PATIENCE);
  return list(page, title).locator(".monaco-list-row").evaluateAll((rows) => rows.map((row) => ({
    text: [...row.querySelectorAll(".quick-input-list-row")].map((line) => line.textContent.trim()).join(" | "),
    cut: [...row.querySelectorAll("*")].some((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).textOverflow === "ellipsis"),
  })));
}

/** Chooses the entry that holds `text`. */
export async function choose(page, text) {
  await list(page).locator(".monaco-list-row", { hasText: text }).first().click(PATIENCE);
}

/** Puts the cursor into the first line that holds `text`. */
export async function clickLine(page, text) {
  const line = page.locator(".editor-instance:visible .view-line", { hasText: text }).first();
  await line.waitFor(PATIENCE);
  await line.click({ position: { x: 60, y: 8 } });
}

/** Clicks the lens that offers a design, of the query that begins in the line with `text`. */
export async function clickDesignLens(page, text) {
  await until(async () => {
    const line = await page.locator(".editor-instance:visible .view-line", { hasText: text }).first().boundingBox();
    for (const lens of await page.locator(".codelens-decoration a", { hasText: "Design a table" }).all()) {
      const box = await lens.boundingBox();
      if (line && box && box.y < line.y && line.y - box.y < 30) {
        await lens.click();
        return true;
      }
    }
    return false;
  }, Boolean, `no lens above "${text}"`);
}

/** The lightbulb's menu at the first line that holds `text`; asked for again while it says that there is nothing. */
export async function openLightbulb(page, text, wanted) {
  await until(async () => {
    await clickLine(page, text);
    await page.keyboard.press("Control+.");
    const found = await page.locator(".action-widget:visible .action", { hasText: wanted }).first().waitFor({ timeout: 4000 }).then(() => true, () => false);
    if (!found) await page.keyboard.press("Escape");
    return found;
  }, Boolean, `no action "${wanted}"`);
}

/** Waits for a notification with the text, and takes it away. */
export async function notified(page, text) {
  await page.locator(".notifications-toasts .notification-list-item-message", { hasText: text }).first().waitFor(PATIENCE);
  await runCommand(page, "Notifications: Clear All Notifications");
}

/** Text of the Markdown page whose tab carries the title. */
export async function pageText(page, wanted) {
  return until(async () => {
    for (const frame of page.frames()) {
      const text = await frame.evaluate(() => document.querySelector(".markdown-body")?.innerText ?? "").catch(() => "");
      if (text.includes(wanted)) return text;
    }
    return "";
  }, (text) => text !== "", `no page with "${wanted}"`);
}

/** Moves the mouse onto the element, again and again until the hover shows `text`. */
export async function hoverOver(page, locator, text) {
  const hover = page.locator(".monaco-hover:visible", { hasText: text });
  for (let attempt = 0; attempt < 10; attempt++) {
    const box = await locator.boundingBox();
    await page.mouse.move(box.x + 12 + attempt, box.y + box.height / 2, { steps: 3 });
    if (await hover.waitFor({ timeout: 4000 }).then(() => true, () => false)) return;
    await page.mouse.move(box.x + 12, box.y + 300, { steps: 3 });
    await page.waitForTimeout(300);
  }
  throw new Error(`No hover with "${text}".`);
}
