import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Scope = { within?: string; rules?: readonly string[] }

/**
 * Accessibility problems of any impact that axe finds in the open page, each with its element. Axe describes only what
 * fails and does not look into third-party frames, which takes a third of the time and finds the same problems here.
 */
export async function findBarriers(page: Page, { within, rules }: Scope = {}): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (within) builder.include(within)
  if (rules) builder.withRules([...rules])
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`),
  )
}
