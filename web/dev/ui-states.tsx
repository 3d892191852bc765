import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { Columns, Section } from '#web/dev/ui-section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { WizardSteps } from '#web/ui/forms/wizard-steps.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, Skeleton, SkeletonCard, SkeletonText } from '#web/ui/skeleton.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

export function StateSections() {
  return (
    <>
      <States />
      <Progress />
      <Data />
    </>
  )
}

function States() {
  return (
    <Section id="states" title="Empty, loading, notices">
      <Columns>
        <Card padding="none">
          <EmptyState
            title="No bookings yet"
            action={
              <a href="#states" className={buttonStyle({ kind: 'primary' })}>
                Find a sitter
              </a>
            }
          >
            When a sitter accepts your request, the stay appears here with everything you need for it.
          </EmptyState>
        </Card>
        <Card padding="none">
          <EmptyState seed={{ id: 'post', species: 'bird', coat: 'blue', ears: 'pricked' }}>
            Messages with your sitters are kept here.
          </EmptyState>
        </Card>
        <Loading label="Loading sitters" className="grid content-start gap-3">
          <SkeletonCard />
          <SkeletonText lines={3} />
          <Skeleton className="h-24" />
        </Loading>
      </Columns>
      <div className="grid gap-3">
        <Notice title="Inês usually answers within an hour">You won’t be charged until she accepts.</Notice>
        <Notice kind="success">Your days are saved.</Notice>
        <Notice
          kind="warning"
          title="Your care sheet is half empty"
          action={<Button size="small">Complete it</Button>}
        >
          Sitters need to know about food and medication before the stay.
        </Notice>
        <Notice kind="error" title="The payment did not go through">
          Nothing was charged and your request is kept. Try another card.
        </Notice>
      </div>
    </Section>
  )
}

function Progress() {
  return (
    <Section id="progress" title="Steps, meter, timeline">
      <WizardSteps
        label="Become a sitter"
        steps={[
          { label: 'Basics', state: 'done', href: '#progress' },
          { label: 'Home', state: 'done', href: '#progress' },
          { label: 'Services', state: 'current' },
          { label: 'Calendar', state: 'ahead' },
          { label: 'Publish', state: 'ahead' },
        ]}
      />
      <Columns>
        <Meter label="Care sheet" value={6} max={9} text="6 of 9 answered" />
        <Meter label="garden.jpg" value={42} text="42 %" kind="progress" />
      </Columns>
      <Timeline
        label="What happened"
        entries={[
          {
            id: '1',
            title: 'Olga asked to book',
            time: 'Mon 7 December, 09:12',
            icon: <Icon name="send" size={16} />,
            tone: 'neutral',
          },
          {
            id: '2',
            title: 'Inês accepted',
            time: 'Mon 7 December, 09:40',
            icon: <Icon name="check" size={16} />,
            tone: 'green',
            detail: '€124.32 was charged to the card ending in 4242.',
          },
          {
            id: '3',
            title: 'The stay begins',
            time: 'Sat 12 December, 10:00 (Lisbon time)',
            icon: <Icon name="house" size={16} />,
            ahead: true,
          },
          {
            id: '4',
            title: 'Write a review',
            time: 'From Wed 16 December',
            icon: <Icon name="clock" size={16} />,
            ahead: true,
          },
        ]}
      />
    </Section>
  )
}

function Data() {
  const rows = [
    { id: '1', stay: 'Rex, boarding', when: 'Sat 12 – Wed 16 December', state: 'Accepted', amount: '€95.20' },
    { id: '2', stay: 'Pip, dog walking', when: 'Fri 18 December', state: 'Requested', amount: '€12.75' },
    {
      id: '3',
      stay: 'Bica, drop-in visits',
      when: 'Sun 20 – Tue 22 December',
      state: 'Paid out',
      amount: '€40.80',
    },
  ]
  const [shown, setShown] = useState(24)
  return (
    <Section id="data" title="Table, chart, show more">
      <DataTable
        caption="Earnings in December"
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { id: 'stay', header: 'Stay', renderCell: (row) => row.stay, rowHeader: true },
          { id: 'when', header: 'When', renderCell: (row) => row.when },
          {
            id: 'state',
            header: 'State',
            renderCell: (row) => (
              <Badge tone={row.state === 'Accepted' ? 'green' : 'neutral'}>{row.state}</Badge>
            ),
          },
          { id: 'amount', header: 'You receive', renderCell: (row) => row.amount, align: 'end' },
        ]}
      />
      <BarChart
        title="What you earned"
        labelHeader="Month"
        valueHeader="Earned"
        formatTick={(value) => `€${value}`}
        bars={[
          { label: 'Jul', value: 310, text: '€310' },
          { label: 'Aug', value: 642, text: '€642' },
          { label: 'Sep', value: 280, text: '€280' },
          { label: 'Oct', value: 196, text: '€196' },
          { label: 'Nov', value: 0, text: '€0' },
          { label: 'Dec', value: 149, text: '€149', highlighted: true },
        ]}
      />
      <ShowMore
        shown={shown}
        total={86}
        noun="sitters"
        onMore={() => setShown(Math.min(86, shown + 24))}
        done={shown === 86}
      />
      <ShowMore shown={24} total={86} noun="sitters" pending />
    </Section>
  )
}
