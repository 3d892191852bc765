import { useState } from 'react'
import type { Photo } from '#contract/files/files.ts'
import type { Look } from '#contract/look.ts'
import { type Palette, paletteOf } from '#contract/palette.ts'
import { PictureChooser } from '#web/admin/parts/picture-chooser.tsx'
import { complete, styleOf } from '#web/admin/parts/sample-colours.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Icon } from '#web/ui/icon.tsx'

type LogoFieldsProps = {
  logo: Look['logo']
  /** The picture of the logo in force. */
  saved: Photo | null
  siteName: string
  /** What the colours of the form are while somebody changes them. */
  colours: Look['colours']
  onChange: (logo: Look['logo']) => void
  onBusy: (isBusy: boolean) => void
}

/** The operator's own logo, with a sample of the header in both themes. */
export default function LogoFields({ logo, saved, siteName, colours, onChange, onBusy }: LogoFieldsProps) {
  const [picture, setPicture] = useState(saved)
  const palette = paletteOf(complete(colours))
  const name = (logo?.showsName ?? true) && siteName
  const shown = logo && picture?.id === logo.fileId ? picture : null
  return (
    <div className="grid gap-4">
      <p className="max-w-measure text-ink-2">
        {shown
          ? 'Your logo is shown in the header of every page and e-mail, and is the icon of the site.'
          : 'The site shows a drawn paw in your main colour. Upload a logo of your own to replace it on pages, in e-mails and as the icon of the site.'}
      </p>
      <PictureChooser
        noun="logo"
        hasPicture={shown !== null}
        onChosen={(photo) => {
          setPicture(photo)
          onChange({ fileId: photo.id, showsName: logo?.showsName ?? true })
        }}
        onRemoved={() => onChange(null)}
        onBusy={onBusy}
      />
      {logo && (
        <Checkbox
          name="logo.showsName"
          label="Show the name of the site beside the logo"
          hint="Switch this off if the logo contains the name."
          checked={logo.showsName}
          onChange={(event) => onChange({ ...logo, showsName: event.target.checked })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <HeaderSample theme="light" picture={shown} {...{ palette, name }} />
        <HeaderSample theme="dark" picture={shown} {...{ palette, name }} />
      </div>
    </div>
  )
}

type HeaderSampleProps = {
  theme: 'light' | 'dark'
  palette: Palette
  picture: Photo | null
  name: string | false
}

function HeaderSample({ theme, palette, picture, name }: HeaderSampleProps) {
  return (
    <figure
      style={styleOf(palette, theme)}
      className="grid gap-3 overflow-hidden rounded-card border border-line bg-paper p-4 text-ink"
    >
      <figcaption className="text-sm text-ink-2">
        {theme === 'light' ? 'Header, light theme' : 'Header, dark theme'}
      </figcaption>
      <p className="flex min-h-11 items-center gap-2.5 heading text-[1.5rem] text-green">
        {picture ? (
          <img
            src={picture.sizes.find(({ width }) => width >= 320)?.url ?? picture.sizes.at(-1)!.url}
            alt={name ? '' : 'Your logo'}
            className={`h-auto max-h-9 w-auto rounded-lg p-[3px] ${name ? 'max-w-24' : 'max-w-36'}`}
            style={{ boxSizing: 'content-box', background: 'light-dark(transparent, #fff)' }}
          />
        ) : (
          <span className="grid size-[1.875rem] place-items-center rounded-lg rounded-bl-[3px] bg-green text-on-green">
            <Icon name="paw-print-filled" size={16} />
          </span>
        )}
        {name && <span className="wrap-anywhere">{name}</span>}
      </p>
    </figure>
  )
}
