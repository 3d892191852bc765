import { expect, type Locator, type Page } from '@playwright/test'

/** How somebody works on a page: with a mouse or a finger, or with the keyboard alone. */
export type Hands = {
  press: (what: Locator) => Promise<void>
  type: (field: Locator, text: string) => Promise<void>
  choose: (select: Locator, label: string) => Promise<void>
  tick: (box: Locator) => Promise<void>
}

export const pointer: Hands = {
  press: (what) => what.click(),
  type: (field, text) => field.fill(text),
  choose: async (select, label) => void (await select.selectOption(label)),
  tick: (box) => box.check(),
}

const mostTabs = 250

const hasFocus = (what: Locator) => what.evaluate((one) => one === document.activeElement)

export function keyboard(page: Page): Hands {
  const { keyboard: keys } = page
  /** Presses Tab until the element has the focus, as somebody without a mouse would. */
  async function reach(what: Locator): Promise<void> {
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      if (await hasFocus(what)) return
      await keys.press('Tab')
    }
    await expect(what).toBeFocused()
  }
  return {
    async press(what) {
      await reach(what)
      await keys.press('Enter')
    },
    async type(field, text) {
      await reach(field)
      await keys.press('Control+A')
      if (text === '') await keys.press('Delete')
      else await keys.type(text)
    },
    async choose(select, label) {
      await reach(select)
      const options = await select.locator('option').allTextContents()
      const chosen = await select.evaluate((one) =>
        one instanceof HTMLSelectElement ? one.selectedIndex : 0,
      )
      const steps = options.indexOf(label) - chosen
      expect(options).toContain(label)
      for (let step = 0; step < Math.abs(steps); step += 1)
        await keys.press(steps > 0 ? 'ArrowDown' : 'ArrowUp')
    },
    async tick(box) {
      await reach(box)
      await keys.press('Space')
    },
  }
}
