import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { Columns, Row, Section } from '#web/dev/ui-section.tsx'
import { Button, type ButtonKind, buttonStyle } from '#web/ui/button.tsx'
import { Chip, chipStyle, RemovableChip, ToggleChip } from '#web/ui/chip.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { MoneyField } from '#web/ui/forms/money-field.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { RatingInput } from '#web/ui/rating.tsx'

const kinds: readonly ButtonKind[] = ['primary', 'secondary', 'quiet', 'danger']

const services = [
  { value: 'boarding', label: 'Boarding' },
  { value: 'house-sitting', label: 'House sitting' },
  { value: 'day-care', label: 'Day care' },
  { value: 'drop-in', label: 'Drop-in visits' },
  { value: 'walking', label: 'Dog walking', disabled: true },
]

export function ControlSections() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
      <Chips />
      <Errors />
    </>
  )
}

function Buttons() {
  const [saving, setSaving] = useState(false)
  return (
    <Section id="button" title="Button">
      {kinds.map((kind) => (
        <Row key={kind}>
          <Button kind={kind}>Request to book</Button>
          <Button kind={kind} icon={<Icon name="search" size={18} />}>
            Search
          </Button>
          <Button kind={kind} pending="Saving…">
            Save these days
          </Button>
          <Button kind={kind} disabled>
            Accept booking
          </Button>
          <Button kind={kind} iconOnly aria-label={`Keep as a favourite, ${kind}`}>
            <Icon name="heart" size={20} />
          </Button>
        </Row>
      ))}
      <Row>
        <Button size="small">Small</Button>
        <Button size="medium">Medium</Button>
        <Button size="large" kind="primary">
          Large
        </Button>
        <a href="#button" className={buttonStyle({ kind: 'secondary' })}>
          A link that looks like one
        </a>
        <Button kind="primary" pending={saving && 'Saving…'} onClick={() => setSaving(true)}>
          Press to see it work
        </Button>
        <Button kind="quiet" size="small" onClick={() => setSaving(false)}>
          Done
        </Button>
      </Row>
    </Section>
  )
}

function Fields() {
  return (
    <Section id="field" title="Fields">
      <Columns>
        <TextFields />
        <Select label="Service" name="service" options={services} defaultValue="boarding" />
        <Select
          label="Sort by"
          name="sort"
          options={services}
          placeholder="Choose a service"
          error="Choose a service"
        />
        <MoneyField label="Your rate" name="rate" currency="EUR" defaultMinor={2850} per="a night" />
        <MoneyField label="Extra pet" name="extraPet" currency="JPY" defaultMinor={1200} optional />
        <NumberStepper
          label="Dogs"
          name="dogs"
          unit="dog"
          defaultValue={2}
          min={0}
          max={4}
          hint="At most 4 at once."
        />
      </Columns>
      <TextArea
        label="About your home"
        name="about"
        hint="Who lives there, and what does a day look like?"
        maxLength={600}
        defaultValue="A ground-floor flat with a fenced garden and one very patient old pointer."
      />
      <TextArea
        label="Message"
        name="message"
        error="Write a few words, so that Inês knows what you need"
        rows={3}
      />
    </Section>
  )
}

function TextFields() {
  return (
    <>
      <TextField label="First name" name="firstName" autoComplete="off" defaultValue="Inês" />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        optional
        hint="Your sitter sees it once a booking is accepted."
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        defaultValue="ines@"
        error="Write the whole address, such as ines@example.org"
      />
      <TextField
        label="Search"
        name="query"
        type="search"
        placeholder="Town or postcode"
        before={<Icon name="search" size={18} />}
      />
      <TextField label="Weight" name="weight" inputMode="decimal" defaultValue="22" after="kg" />
      <TextField label="Booking number" name="number" defaultValue="SW-2048" readOnly />
      <TextField label="Country" name="country" defaultValue="Portugal" disabled />
    </>
  )
}

function Choices() {
  return (
    <Section id="choice" title="Choices">
      <Columns>
        <FieldGroup label="What does Miso get on with?" name="likes" optional>
          <Checkbox label="Dogs" name="likesDogs" defaultChecked />
          <Checkbox label="Cats" name="likesCats" hint="Calm ones, after a slow hello." />
          <Checkbox label="Children" name="likesChildren" disabled />
        </FieldGroup>
        <Checkbox label="I have read the terms" name="terms" error="Tick the box to continue" />
        <div className="grid content-start gap-5">
          <Switch label="E-mail me about new messages" name="mailMessages" defaultChecked />
          <Switch label="News about Sitwell" name="mailNews" hint="Four times a year." />
          <Switch label="Not available here" name="mailOther" disabled />
        </div>
      </Columns>
      <RadioGroup
        label="Cancellation policy"
        name="policy"
        variant="cards"
        defaultValue="moderate"
        options={[
          { value: 'flexible', label: 'Flexible', hint: 'Full refund until 1 day before.' },
          { value: 'moderate', label: 'Moderate', hint: 'Full refund until 7 days before.' },
          { value: 'strict', label: 'Strict', hint: 'Half back until 14 days before.' },
        ]}
      />
      <Columns>
        <RadioGroup
          label="Size"
          name="size"
          variant="row"
          options={[
            { value: 's', label: 'Small' },
            { value: 'm', label: 'Medium' },
            { value: 'l', label: 'Large' },
          ]}
        />
        <RadioGroup
          label="Kind of pet"
          name="kind"
          error="Choose a kind of pet"
          options={[
            { value: 'dog', label: 'Dog' },
            { value: 'cat', label: 'Cat', hint: 'Walks are left out.' },
          ]}
        />
        <RatingInput name="stars" label="How was the stay?" defaultValue={4} />
      </Columns>
    </Section>
  )
}

function Chips() {
  const [selected, setSelected] = useState(true)
  const [filters, setFilters] = useState(['Fenced garden', 'Under €40', 'No other pets'])
  return (
    <Section id="chip" title="Chip">
      <Row>
        <ToggleChip selected={selected} onToggle={setSelected} icon={<Icon name="moon" size={16} />}>
          Boarding
        </ToggleChip>
        <ToggleChip selected={false} onToggle={() => undefined}>
          Medication
        </ToggleChip>
        <a href="#chip" className={chipStyle()}>
          A link
        </a>
        <Chip selected>Free all 4 nights</Chip>
        <Chip>Flexible cancellation</Chip>
      </Row>
      <Row>
        {filters.map((filter) => (
          <RemovableChip
            key={filter}
            label={filter}
            onRemove={() => setFilters(filters.filter((other) => other !== filter))}
          />
        ))}
      </Row>
    </Section>
  )
}

function Errors() {
  const [shown, setShown] = useState(false)
  const errors = [
    { name: 'email', message: 'Write the whole address, such as ines@example.org' },
    { name: 'kind', message: 'Choose a kind of pet' },
    { message: 'The dates overlap another booking' },
  ]
  return (
    <Section id="error-summary" title="Error summary">
      <Row>
        <Button onClick={() => setShown(!shown)}>{shown ? 'Hide the errors' : 'Send with errors'}</Button>
      </Row>
      <ErrorSummary errors={shown ? errors : []} />
    </Section>
  )
}
