import { Link } from 'react-router'
import type { PostSummary } from '#contract/blog.ts'
import { formatDay } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Card, coverLink } from '#web/ui/card.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'

/** Posts as cards; the whole card is a link. */
export function PostList({ posts, level = 2 }: { posts: readonly PostSummary[]; level?: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {posts.map(({ id, title, summary, author, publishedOn, minutes, portrait }) => (
        <li key={id}>
          <Card interactive padding="none" className="relative flex h-full flex-col overflow-hidden">
            <div className="aspect-[16/9] overflow-hidden">
              <Portrait seed={{ id, species: portrait }} fit="fill" className="size-full" />
            </div>
            <div className="flex grow flex-col gap-2 p-5">
              <Heading className="heading text-xl">
                <Link to={paths.post(id)} className={coverLink}>
                  {title}
                </Link>
              </Heading>
              <p className="text-ink-2">{summary}</p>
              <p className="dots mt-auto pt-2 text-sm text-ink-2">
                <span>{author}</span>
                <time dateTime={publishedOn}>{formatDay(publishedOn)}</time>
                <span>{minutes} min</span>
              </p>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
