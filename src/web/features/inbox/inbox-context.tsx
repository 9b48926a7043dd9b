import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFacets } from './filters/use-facets.ts'
import { useModeration } from './moderation/use-moderation.ts'
import { useInboxData } from './use-inbox-data.ts'

/** Everything that the inbox's components show and do: state, moderation, filter values, and what is open. */
const useInboxValue = () => {
	const inbox = useInboxData()
	const moderation = useModeration(inbox)
	const facets = useFacets(inbox)
	const [isHelpOpen, setHelpOpen] = useState(false)
	const [tagging, setTagging] = useState(false)
	const [searching, setSearching] = useState(false)
	const searchInput = useRef<HTMLInputElement>(null)
	return {
		...inbox,
		...moderation,
		facets,
		isHelpOpen,
		setHelpOpen,
		/** Whether the tag picker of the open testimonial is open. */
		tagging,
		setTagging,
		searching,
		openSearch: () => {
			// Focused at once, not in the next frame: a letter typed before would act as a shortcut.
			flushSync(() => setSearching(true))
			searchInput.current?.focus()
		},
		closeSearch: () => setSearching(false),
		searchInput,
	}
}

export type Inbox = ReturnType<typeof useInboxValue>

const InboxContext = createContext<Inbox | null>(null)

/** Provides the inbox of the current space. */
export function InboxProvider({ children }: { children: ReactNode }) {
	return <InboxContext value={useInboxValue()}>{children}</InboxContext>
}

/** The inbox around this component. */
export const useInbox = (): Inbox => {
	const inbox = use(InboxContext)
	if (!inbox) throw new Error('useInbox() needs an InboxProvider above it.')
	return inbox
}
