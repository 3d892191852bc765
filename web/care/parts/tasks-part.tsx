import { useState } from 'react'
import type { ReportCard } from '#contract/care/report-cards.ts'
import { taskWords, timeOnly } from '#web/care/care-words.ts'
import { isWaiting } from '#web/care/merge.ts'
import type { PartProps } from '#web/care/parts/part-props.ts'
import { recordEntry } from '#web/care/sync.ts'
import { formatInstant } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/field.tsx'

type Task = ReportCard['tasks'][number]

/** The care sheet's tasks, in order of time. */
export function TasksPart(props: PartProps) {
  const { tasks, pets } = props.card
  if (tasks.length === 0) return null
  const done = tasks.filter((task) => task.done).length
  return (
    <section aria-labelledby="tasks" className="grid gap-2">
      <h3 id="tasks" className="flex items-baseline justify-between gap-3 text-lg">
        To do
        <span className="figures text-sm font-normal text-ink-2">
          {done} of {tasks.length} done
        </span>
      </h3>
      <ul className="grid divide-y divide-line">
        {tasks.map((task) => (
          <TaskRow key={task.key} {...props} task={task} severalPets={pets.length > 1} />
        ))}
      </ul>
    </section>
  )
}

function TaskRow({
  bookingId,
  card: { unit },
  writable,
  timeZone,
  task,
  severalPets,
}: PartProps & { task: Task; severalPets: boolean }) {
  const { key, kind, label, time, petName, dose, done } = task
  const [other, setOther] = useState<string | null>(null)
  const given = other ?? dose
  const tick = (isDone: boolean) =>
    recordEntry(bookingId, { kind: 'task', unit, task: key, done: isDone, dose: isDone ? given : '' })
  return (
    <li className="grid gap-2 py-3">
      <Checkbox
        checked={done !== null}
        disabled={!writable}
        onChange={(event) => void tick(event.target.checked)}
        label={
          <span className="grid gap-0.5">
            <span className="font-medium">
              {time && <span className="figures">{time} </span>}
              {taskWords[kind]}
              {severalPets && petName ? ` for ${petName}` : ''}
            </span>
            <span className="text-[0.9375rem] text-ink-2">{label}</span>
            {done && (
              <span className="figures text-sm text-green">
                Done {timeOnly(formatInstant(done.at, timeZone))}
                {done.dose && `, given: ${done.dose}`}
                {isWaiting(done) && ', waiting for the network'}
              </span>
            )}
          </span>
        }
      />
      {kind === 'meds' && writable && !done && (
        <div className="pl-9">
          {other === null ? (
            <Button kind="quiet" size="small" className="-ml-3" onClick={() => setOther(dose)}>
              Another dose was given
            </Button>
          ) : (
            <TextField
              label="What was given"
              value={other}
              maxLength={80}
              onChange={(event) => setOther(event.target.value)}
            />
          )}
        </div>
      )}
    </li>
  )
}
