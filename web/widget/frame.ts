// The script inside the frame of the widget. Without it the form works too: the search page finds the town by its name.
import { deviceZone } from '#web/clock.ts'
import type { Height } from '#web/widget/height.ts'

type Town = { id: number; name: string; region: string; countryName: string }

const pauseMs = 150

const labelOf = ({ name, region, countryName }: Town): string =>
  [name, region !== name && region, countryName].filter(Boolean).join(', ')

/** Offers towns while somebody types, and sends the chosen one by its id. */
function suggestTowns(form: HTMLFormElement): void {
  const typed = form.querySelector<HTMLInputElement>('[name=placeName]')
  const chosen = form.querySelector<HTMLInputElement>('[name=place]')
  const list = form.querySelector('datalist')
  if (!typed || !chosen || !list) return
  let towns: Town[] = []
  let timer = 0
  let latest: AbortController | undefined
  const choose = () => {
    const town = towns.find((one) => labelOf(one) === typed.value)
    // A place whose text was not touched keeps its id.
    if (town) [typed.value, chosen.value] = [town.name, `${town.id}`]
    return town !== undefined
  }
  const load = async () => {
    latest?.abort()
    latest = new AbortController()
    const query = new URLSearchParams({ q: typed.value.slice(0, 80), timeZone: deviceZone() })
    const answer = await fetch(`/v1/places?${query.toString()}`, { signal: latest.signal })
    if (!answer.ok) return
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract of this address says so
    ;({ items: towns } = (await answer.json()) as { items: Town[] })
    list.replaceChildren(
      ...towns.map((town) => Object.assign(document.createElement('option'), { value: labelOf(town) })),
    )
  }
  typed.addEventListener('input', () => {
    clearTimeout(timer)
    if (choose()) return
    chosen.value = ''
    if (typed.value.trim().length < 2) return
    // A town that cannot be suggested can still be searched for by its name.
    timer = window.setTimeout(() => void load().catch(() => undefined), pauseMs)
  })
}

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join('-')

function limitDates(form: HTMLFormElement): void {
  const from = form.querySelector<HTMLInputElement>('[name=start]')
  const until = form.querySelector<HTMLInputElement>('[name=end]')
  if (!from || !until) return
  from.min = until.min = dayOf(new Date())
  from.addEventListener('change', () => {
    until.min = from.value || dayOf(new Date())
    if (until.value && until.value < until.min) until.value = until.min
    // The search needs both days or none.
    until.required = from.value !== ''
  })
}

for (const form of document.forms) {
  suggestTowns(form)
  limitDates(form)
}
if (parent !== window)
  new ResizeObserver(() => {
    const height: Height = { sitwellHeight: document.body.getBoundingClientRect().height }
    // The height is no secret, and the page around the frame may be any.
    parent.postMessage(height, '*')
  }).observe(document.body)
