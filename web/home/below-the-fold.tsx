import { Cities } from '#web/home/cities.tsx'
import type { HomeData } from '#web/home/home-page.tsx'
import { HowItWorks } from '#web/home/how-it-works.tsx'
import { NewestPosts } from '#web/home/newest-posts.tsx'
import { Praise } from '#web/home/praise.tsx'
import { TrustFacts } from '#web/home/trust-facts.tsx'

/** The part of the home page below the fold. It can be read without JavaScript. */
export default function BelowTheFold({ data }: { data: HomeData }) {
  const { praise, posts, cities, sitters, settings } = data
  return (
    <>
      <HowItWorks settings={settings} />
      <TrustFacts {...{ sitters, cities, settings }} />
      {praise.length > 0 && <Praise praise={praise} />}
      {cities.length > 0 && <Cities cities={cities} />}
      {posts.length > 0 && <NewestPosts posts={posts} />}
    </>
  )
}
