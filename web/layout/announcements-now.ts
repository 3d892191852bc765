import { create } from 'zustand'
import type { PageAnnouncements } from '#contract/announcements.ts'

/** The announcements in force as last asked for; undefined as long as those apply with which the page was sent. */
export const announcementsNow = create<{ asked?: PageAnnouncements | null }>()(() => ({}))
