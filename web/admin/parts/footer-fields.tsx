import { maxFooterLinks } from '#contract/look/codes.ts'
import type { Look } from '#contract/look.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Footer = Look['footer']
type FooterFieldsProps = {
  footer: Footer
  onChange: (footer: Footer) => void
  errorFor: (name: string) => string | undefined
}

/** The operator's own line and links in the footer, with a sample of them. */
export default function FooterFields({ footer, onChange, errorFor }: FooterFieldsProps) {
  const { text, links } = footer
  const setLinks = (changed: Footer['links']) => onChange({ ...footer, links: changed })
  return (
    <div className="grid gap-5">
      <TextField
        name="footer.text"
        label="Line at the end of every page"
        optional
        hint="Who runs the site, and where: Pawtown Association, 1 Harbour Street, Horta. Every e-mail ends with it too."
        value={text}
        error={errorFor('footer.text')}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onChange({ ...footer, text: event.target.value })}
      />
      {links.map((link, index) => (
        <LinkFields
          key={index}
          number={index + 1}
          link={link}
          errorFor={(field) => errorFor(`footer.links.${index}.${field}`)}
          name={(field) => `footer.links.${index}.${field}`}
          onChange={(changed) => setLinks(links.map((one, at) => (at === index ? changed : one)))}
          onRemove={() => setLinks(links.filter((_, at) => at !== index))}
        />
      ))}
      <Button
        className="justify-self-start"
        icon={<Icon name="plus" size={18} />}
        disabled={links.length >= maxFooterLinks}
        onClick={() => setLinks([...links, { label: '', to: '' }])}
      >
        {links.length >= maxFooterLinks ? `${maxFooterLinks} links are the most` : 'Add a link'}
      </Button>
      <Sample {...footer} />
    </div>
  )
}

type LinkField = keyof Footer['links'][number]
type LinkFieldsProps = {
  number: number
  link: Footer['links'][number]
  name: (field: LinkField) => string
  errorFor: (field: LinkField) => string | undefined
  onChange: (link: Footer['links'][number]) => void
  onRemove: () => void
}

function LinkFields({ number, link, name, errorFor, onChange, onRemove }: LinkFieldsProps) {
  return (
    <fieldset className="grid items-start gap-3 sm:grid-cols-[1fr_1.5fr_auto]">
      <legend className="sr-only">{`Link ${number}`}</legend>
      <TextField
        name={name('label')}
        label={`Words of link ${number}`}
        value={link.label}
        error={errorFor('label')}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => onChange({ ...link, label: event.target.value })}
      />
      <TextField
        name={name('to')}
        label={`Address of link ${number}`}
        placeholder="https://… or /help"
        value={link.to}
        error={errorFor('to')}
        maxLength={300}
        autoComplete="off"
        inputMode="url"
        onChange={(event) => onChange({ ...link, to: event.target.value })}
      />
      <Button
        kind="quiet"
        className="justify-self-start sm:mt-7"
        icon={<Icon name="trash" size={18} />}
        aria-label={`Remove link ${number}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </fieldset>
  )
}

/** How it looks at the end of a page. */
function Sample({ text, links }: Footer) {
  const shown = links.filter(({ label }) => label.trim())
  if (!text.trim() && shown.length === 0) return null
  return (
    <figure className="grid gap-2 rounded-card border border-line bg-card p-4">
      <figcaption className="text-sm text-ink-2">Preview of the footer</figcaption>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        {text.trim() && <p className="text-sm wrap-anywhere text-ink-2">{text}</p>}
        {shown.map(({ label }, index) => (
          <span key={index} className="footer-link">
            {label}
          </span>
        ))}
      </div>
    </figure>
  )
}
