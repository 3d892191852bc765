import { Icon } from '#web/ui/icon.tsx'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Meter } from '#web/ui/meter.tsx'

export type Tasks = { hasPet: boolean; hasProfile: boolean; hasBooking: boolean }

const tasks: readonly { done: keyof Tasks; label: string; why: string; to: string }[] = [
  {
    done: 'hasPet',
    label: 'Add a pet',
    why: 'Sitters answer sooner when they know who is coming.',
    to: paths.newPet(paths.account()),
  },
  {
    done: 'hasProfile',
    label: 'Complete your profile',
    why: 'A telephone number and a town, shared once a booking is confirmed.',
    to: '#profile',
  },
  {
    done: 'hasBooking',
    label: 'Find a sitter',
    why: 'Ask for your dates; nothing is due until somebody accepts.',
    to: paths.sitters(),
  },
]

/** First steps of a new account; hidden once all are done. */
export function TaskList({ done, className }: { done: Tasks; className?: string | undefined }) {
  const count = tasks.filter((task) => done[task.done]).length
  if (count === tasks.length) return null
  return (
    <Card as="section" aria-labelledby="tasks" className={className}>
      <h2 id="tasks" className="mb-4 text-xl">
        First steps
      </h2>
      <Meter label="Done" value={count} max={tasks.length} text={`${count} of ${tasks.length}`} />
      <ul className="mt-5 grid gap-4">
        {tasks.map((task) => {
          const isDone = done[task.done]
          return (
            <li key={task.done} className="flex gap-3">
              <Icon
                name={isDone ? 'circle-check' : 'circle-dashed'}
                size={22}
                className={isDone ? 'text-green' : 'text-ink-3'}
              />
              <div className="grid gap-0.5">
                {isDone ? (
                  <p className="font-medium text-ink-2 line-through">
                    {task.label}
                    <span className="sr-only"> (done)</span>
                  </p>
                ) : (
                  <Link to={task.to} className="link w-fit font-semibold">
                    {task.label}
                  </Link>
                )}
                {!isDone && <p className="text-sm text-ink-2">{task.why}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
