/**
 * The shipped legal texts: the day of the last change in substance, and a checksum of the text as it is now. A new day
 * asks everybody for consent, on every site that shows the shipped text (`release-commands.ts`).
 */
export const shippedLegal: Readonly<Record<string, { changedOn: string; hash: string }>> = {
  'cancellation-policy': { changedOn: '2026-11-01', hash: '9a1f025fa324354f' },
  'privacy-policy': { changedOn: '2026-11-01', hash: '2fe9bc5bc1ea53ed' },
  'service-fee': { changedOn: '2026-11-01', hash: '9753d9ae8663e3a6' },
  'terms-and-conditions': { changedOn: '2026-11-01', hash: '16d80236fdc7ca98' },
}
