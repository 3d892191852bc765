import { create } from 'zustand'

/** The number of conversations with unread messages, as last counted. */
export const unreadConversations = create<number>()(() => 0)
