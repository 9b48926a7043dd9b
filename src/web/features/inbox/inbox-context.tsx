import { parseAsBoolean, useQueryState } from 'nuqs'
import { createContext, type ReactNode, use, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFacets } from './filters/use-facets.ts'
import { useModeration } from './moderation/use-moderation.ts'
import { useRepeatedKeys } from './shortcuts/use-repeated-keys.ts'
import { useInboxData } from './use-inbox-data.ts'

/** The state and the actions of the inbox's components; each takes the parts that it needs. */
const useInboxValue = () => {
	const inbox = useInboxData()
	const moderation = useModeration(inbox)
	const facets = useFacets(inbox)
	// The URL says that the dialog is open, so that a reload returns to it and links can open it.
	const [isAdding, setAdding] = useQueryState('add', parseAsBoolean.withDefault(false))
	const [isHelpOpen, setHelpOpen] = useState(false)
	const [tagging, setTagging] = useState(false)
	const [searching, setSearching] = useState(false)
	const searchInput = useRef<HTMLInputElement>(null)
	return {
		...inbox,
		list: { ...inbox.list, facets },
		decisions: { ...inbox.decisions, ...moderation },
		/** True when the dialog "Add a testimonial" is open. */
		isAdding: isAdding && inbox.canEdit,
		setAdding: (open: boolean) => void setAdding(open || null),
		isHelpOpen,
		setHelpOpen,
		/** True when the tag picker is open: of the selection, else of the open testimonial. */
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
const LatestInboxContext = createContext<{ readonly current: Inbox } | null>(null)
const AnsweringContext = createContext(false)

/** Provides the inbox of the current space. */
export function InboxProvider({ children }: { children: ReactNode }) {
	const inbox = useInboxValue()
	const latest = useRef(inbox)
	useLayoutEffect(() => {
		latest.current = inbox
	})
	return (
		<LatestInboxContext value={latest}>
			<InboxContext value={inbox}>
				<RepeatedKeys>{children}</RepeatedKeys>
			</InboxContext>
		</LatestInboxContext>
	)
}

// A component of its own, so that a key renders only the panes that wait for it.
function RepeatedKeys({ children }: { children: ReactNode }) {
	return <AnsweringContext value={useRepeatedKeys()}>{children}</AnsweringContext>
}

/**
 * Gives its children the inbox with a lower priority: the list answers a key at once, and panes that take longer follow
 * when no further key waits. The tag picker opens at once, as letters follow its key.
 */
export function DeferredInbox({ children }: { children: ReactNode }) {
	const inbox = useInbox()
	const isAnswering = use(AnsweringContext)
	const [settled, setSettled] = useState(inbox)
	if (!isAnswering && settled !== inbox) setSettled(inbox)
	const deferred = useDeferredValue(isAnswering ? settled : inbox)
	return <InboxContext value={deferred.tagging === inbox.tagging ? deferred : inbox}>{children}</InboxContext>
}

/** The inbox around this component. */
export const useInbox = (): Inbox => {
	const inbox = use(InboxContext)
	if (!inbox) throw new Error('useInbox() needs an InboxProvider above it.')
	return inbox
}

/** The inbox at the time of an event: what a handler in a `DeferredInbox` computes from `useInbox` may be out of date. */
export const useLatestInbox = (): { readonly current: Inbox } => {
	const latest = use(LatestInboxContext)
	if (!latest) throw new Error('useLatestInbox() needs an InboxProvider above it.')
	return latest
}
