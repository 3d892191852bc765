import { Form } from 'react-router'
import { keysOf } from '#contract/entries.ts'
import { services } from '#contract/codes.ts'
import { serviceNames } from '#contract/words.ts'
import { apiOf } from '#web/api.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { useConfig } from '#web/layout/use-config.ts'
import { PlaceField } from '#web/places/place-field.tsx'
import { requestedPlace } from '#web/search/requested-place.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { frameAddress } from '#web/widget/embed.ts'
import type { Route } from './+types/widget-page.ts'

/** What the form offers; the first of each is the default, which the tag leaves out. */
const choices = {
  lang: { en: 'English', de: 'German', es: 'Spanish', fr: 'French', pt: 'Portuguese' },
  scheme: { auto: 'As the visitor’s device', light: 'Light', dark: 'Dark' },
  results: { '0': 'None, only the search', '3': 'Three', '6': 'Six' },
  target: { new: 'A new tab', same: 'The same tab' },
} as const
type Choice = keyof typeof choices

const optionsOf = (name: Choice) =>
  Object.entries<string>(choices[name]).map(([value, label]) => ({ value, label }))

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const sitter = /^[0-9a-f-]{36}$/.exec(params.get('sitter') ?? '')?.[0] ?? ''
  const { place } = await requestedPlace(apiOf(context), params)
  const service = services.find((code) => code === params.get('service')) ?? ''
  const chosen = Object.fromEntries(
    keysOf(choices).flatMap((name) => {
      const [standard, ...others] = Object.keys(choices[name])
      const value = params.get(name) ?? standard!
      return others.includes(value) ? [[name, value]] : []
    }),
  )
  return { sitter, place, service, chosen }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Search on your own site',
    description: 'Show a search for pet sitters, or your own profile as a sitter, on another website.',
    path: '/widget',
  })

export default function WidgetPage({ loaderData }: Route.ComponentProps) {
  const { sitter, place, service, chosen } = loaderData
  const config = useConfig()
  const origin = config?.site.url ?? ''
  const attributes = sitter
    ? { sitter, ...chosen, results: undefined }
    : { service, place: place ? `${place.id}` : '', ...chosen }
  return (
    <main className="page grid max-w-[52rem] gap-6 py-10">
      <h1>{sitter ? 'Your profile on your own site' : 'Search on your own site'}</h1>
      <p className="text-ink-2">
        {sitter
          ? 'Show a card with your prices, including fees, and a button that opens your profile here.'
          : 'Show a search for pet sitters on the website of a vet, a club or a shop. It opens the results here.'}{' '}
        Paste the code into your page where you want it to appear.
      </p>
      {config?.widget === false ? (
        <p>
          {config.site.name} cannot be shown on other sites at the moment: its operator has switched this off.
        </p>
      ) : (
        <>
          <Card>
            <Choices {...{ sitter, place, service, chosen }} />
          </Card>
          <Code key={JSON.stringify(attributes)} origin={origin} attributes={attributes} />
        </>
      )}
    </main>
  )
}

type Chosen = Pick<Route.ComponentProps['loaderData'], 'sitter' | 'place' | 'service' | 'chosen'>

function Choices({ sitter, place, service, chosen }: Chosen) {
  const select = (name: Choice, label: string) => (
    <Select name={name} label={label} defaultValue={chosen[name]} options={optionsOf(name)} />
  )
  return (
    <Form className="grid gap-4 sm:grid-cols-2" preventScrollReset>
      {sitter ? (
        <input type="hidden" name="sitter" value={sitter} />
      ) : (
        <>
          <PlaceField label="Town" optional defaultPlace={place} />
          <Select
            name="service"
            label="Service"
            defaultValue={service}
            placeholder="Any service"
            options={services.map((value) => ({ value, label: serviceNames[value] }))}
          />
          {select('results', 'Sitters shown below it (with a town)')}
        </>
      )}
      {select('lang', 'Language')}
      {select('scheme', 'Colours')}
      {select('target', 'Opens in')}
      <Button type="submit" className="self-end justify-self-start">
        Update the code
      </Button>
    </Form>
  )
}

type CodeProps = { origin: string; attributes: Record<string, string | undefined> }

function Code({ origin, attributes }: CodeProps) {
  const written = Object.entries(attributes)
    .flatMap(([name, value]) => (value ? [` data-${name}="${value}"`] : []))
    .join('')
  const code = `<script async src="${origin}/widget.js"${written}></script>`
  const copy = async () => {
    const toast = await loadToast()
    try {
      await navigator.clipboard.writeText(code)
      toast.success('The code is copied')
    } catch {
      toast('Select the code and copy it.')
    }
  }
  return (
    <Card as="section" aria-labelledby="code" className="grid gap-4">
      <h2 id="code" className="text-xl">
        The code
      </h2>
      <TextArea
        label="One line for your page"
        rows={3}
        readOnly
        value={code}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button kind="primary" onClick={() => void copy()}>
          Copy the code
        </Button>
        {origin && (
          <a className="link" href={frameAddress(origin, attributes)} target="_blank" rel="noopener">
            See how it looks (opens in a new tab)
          </a>
        )}
      </div>
      <p className="text-[0.9375rem] text-ink-2">
        It sets no cookies and does not record who looks at it. If your page has a Content-Security-Policy,
        allow this site in script-src and frame-src.
      </p>
    </Card>
  )
}
