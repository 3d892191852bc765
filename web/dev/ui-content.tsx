import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { faceTints } from '#contract/files/codes.ts'
import { Columns, Row, Section } from '#web/dev/ui-section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, coverLink } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Deadline } from '#web/ui/deadline.tsx'
import { PhotoGrid } from '#web/ui/photo-grid.tsx'
import type { Picture } from '#web/ui/photo.tsx'
import { Face } from '#web/ui/face.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'
import { PriceLines } from '#web/ui/price-lines.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Stars } from '#web/ui/stars.tsx'

const pictures: readonly Picture[] = [
  {
    seed: { id: 'miso', species: 'dog', coat: 'cream', ears: 'pricked' },
    alt: 'Drawing of Miso, a cream dog',
  },
  { seed: { id: 'rex', species: 'dog', coat: 'brown', ears: 'floppy' }, alt: 'Drawing of Rex, a brown dog' },
  {
    seed: { id: 'pip', species: 'dog', coat: 'black and white', ears: 'floppy' },
    alt: 'Drawing of Pip, a black and white dog',
  },
  { seed: { id: 'bica', species: 'cat', coat: 'grey tabby' }, alt: 'Drawing of Bica, a grey tabby cat' },
  {
    seed: { id: 'nata', species: 'rabbit', coat: 'fawn', ears: 'floppy' },
    alt: 'Drawing of Nata, a fawn rabbit',
  },
  { seed: { id: 'kiwi', species: 'bird', coat: 'green' }, alt: 'Drawing of Kiwi, a green budgie' },
]

export function ContentSections() {
  return (
    <>
      <Cards />
      <Prices />
      <Small />
      <Photos />
    </>
  )
}

function Cards() {
  return (
    <Section id="card" title="Card">
      <Columns>
        <Card>
          <Icon name="house" size={24} className="mb-4 text-green" />
          <h3 className="text-lg">House sitting</h3>
          <p className="text-sm text-ink-2">Overnight in your home</p>
        </Card>
        <Card interactive as="article" padding="small" className="flex gap-4">
          <Portrait
            seed={{ id: 'bica', species: 'cat', coat: 'grey tabby' }}
            className="h-27 w-30 shrink-0 rounded-control"
          />
          <div className="grid content-start gap-1.5">
            <h3 className="text-lg">
              <a href="#card" className={coverLink}>
                Inês C.
              </a>
            </h3>
            <p className="text-sm text-ink-2">Fenced garden, one resident dog</p>
            <Rating value={4.97} count={128} className="text-sm" />
            <Chip selected icon="calendar-check">
              Free all 4 nights
            </Chip>
          </div>
        </Card>
        <Card padding="large">A roomy one</Card>
      </Columns>
    </Section>
  )
}

function Prices() {
  const [nights, setNights] = useState(4)
  const euros = (minor: number) => `€${(minor / 100).toFixed(2)}`
  const stay = nights * 2800
  const fee = Math.round(stay * 0.11)
  return (
    <Section id="price-lines" title="Price lines">
      <Columns>
        <Card>
          <p>
            <span className="heading text-2xl">€28</span> <span className="text-ink-2">a night</span>
          </p>
          <PriceLines
            className="mt-5"
            lines={[{ label: `€28 × ${nights} nights`, amount: euros(stay) }]}
            fee={{
              label: 'Service fee',
              amount: euros(fee),
              why: '11 % of the stay. It pays for support, secure payment and the vet line.',
            }}
            total={{ amount: euros(stay + fee) }}
          />
          <Button kind="primary" wide className="mt-4">
            Request to book
          </Button>
          <p className="mt-2 text-center text-sm text-ink-2">You won’t be charged until Inês accepts.</p>
        </Card>
        <Card>
          <PriceLines
            lines={[
              { label: '€28 × 4 nights', amount: '€112.00' },
              { label: 'Second dog × 4 nights', amount: '€48.00' },
              {
                label: 'Christmas, 1 night',
                amount: '€12.00',
                why: 'Inês asks 40 % more on public holidays.',
              },
              { label: 'A week or longer', amount: '−€17.20' },
            ]}
            subtotal={{ label: 'Stay', amount: '€154.80' }}
            fee={{ label: 'Service fee', amount: '€17.03', why: '11 % of the stay.' }}
            total={{ label: 'Total in euros', amount: '€171.83', note: 'Charged when Inês accepts.' }}
            updating
          />
        </Card>
        <div className="flex items-start gap-3">
          <Button onClick={() => setNights(nights + 1)}>One more night</Button>
          <Button onClick={() => setNights(Math.max(1, nights - 1))}>One less</Button>
        </div>
      </Columns>
    </Section>
  )
}

function Small() {
  return (
    <Section id="small" title="Rating, badge, avatar, deadline, breadcrumbs">
      <Row>
        <Rating value={4.97} count={128} long />
        <Rating value={5} count={1} />
        <Rating value={null} count={0} />
        <Stars value={4.3} />
        <Stars value={2.5} size="large" />
      </Row>
      <Row>
        <Badge tone="green" icon={<Icon name="shield-check" size={14} />}>
          Verified ID
        </Badge>
        <Badge tone="gold">38 repeat clients</Badge>
        <Badge>Draft</Badge>
        <Badge tone="rust">Declined</Badge>
      </Row>
      <Row>
        {(['small', 'medium', 'large'] as const).map((size) => (
          <Face key={size} name="Inês Carvalho" face={{ photo: null, tint: 5 }} size={size} />
        ))}
        {Array.from({ length: faceTints }, (_, tint) => (
          <Face key={tint} name={`Sam ${'ABCDEFGH'[tint]}`} face={{ photo: null, tint }} />
        ))}
      </Row>
      <Deadline
        at="2026-12-15T14:00:00Z"
        time="Tue 15 December, 14:00"
        zone="Lisbon time"
        left="in 3 hours"
        urgent
      >
        Accept by
      </Deadline>
      <Deadline at="2026-12-15T14:00:00Z" time="Tue 15 December, 14:00" zone="Lisbon time">
        Free cancellation until
      </Deadline>
      <Breadcrumbs
        crumbs={[{ label: 'Home', href: '#' }, { label: 'Lisbon', href: '#' }, { label: 'Inês Carvalho' }]}
      />
    </Section>
  )
}

function Photos() {
  return (
    <Section id="photo-grid" title="Photo grid and lightbox">
      <PhotoGrid pictures={pictures} label="Photos of Inês’s home" />
      <PhotoGrid pictures={pictures.slice(0, 3)} label="Photos of Rex" />
    </Section>
  )
}
