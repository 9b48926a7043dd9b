import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { TestimonialRow } from '#shared/rows.ts'
import { setTitleCount } from '#web/lib/browser/use-page-title.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { usePendingCount } from '#web/lib/spaces/common-queries.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { useBrowserSwitch } from './browser-settings.ts'
import { showIconCount } from './icon-count.ts'
import { firstWords, mayNotify, type NewTestimonial, showNotification } from './show-notification.ts'

/** Testimonials that come within this time are one notification. */
const collectMilliseconds = 1500
/** A burst of changes is one count. */
const recountMilliseconds = 300

/** Shows the pending count in the title and the icon of every screen, live, and new testimonials as notifications. */
export function usePendingAlerts(): void {
	const { space } = useSpace()
	const queries = useQueryClient()
	const navigate = useNavigate()
	const { pathname } = useLocation()
	const { id: spaceId, name: spaceName } = space
	usePendingBadge()

	const recount = useEffectEvent(() => {
		void refetchQueries(queries, queryKeys.overview(spaceId), queryKeys.numbers(spaceId))
		// The inbox follows its own rows and counts with them.
		if (pathname !== '/dashboard/inbox') void refetchQueries(queries, queryKeys.pendingCount(spaceId))
	})
	const show = useEffectEvent((testimonials: readonly NewTestimonial[]) =>
		showNotification({ id: spaceId, name: spaceName }, testimonials, (testimonial) =>
			navigate(testimonial ? `/dashboard/inbox/${testimonial}` : '/dashboard/inbox'),
		),
	)

	useEffect(() => {
		const timers: { change?: number; insert?: number } = {}
		let testimonials: NewTestimonial[] = []
		const stop = followTestimonials(spaceId, {
			onChange() {
				window.clearTimeout(timers.change)
				timers.change = window.setTimeout(recount, recountMilliseconds)
			},
			onInsert(row) {
				if (row.source !== 'form' || row.spam_state === 'spam' || !mayNotify()) return
				testimonials.push({ id: row.id, name: row.author_name, words: firstWords(row.body) })
				window.clearTimeout(timers.insert)
				timers.insert = window.setTimeout(() => show(testimonials.splice(0)), collectMilliseconds)
			},
		})
		return () => {
			window.clearTimeout(timers.change)
			window.clearTimeout(timers.insert)
			testimonials = []
			stop()
		}
	}, [spaceId])
}

function usePendingBadge(): void {
	const pending = usePendingCount() ?? 0
	const [isOn] = useBrowserSwitch('count')
	const shown = isOn ? pending : 0
	useEffect(() => {
		setTitleCount(shown)
		void showIconCount(shown)
	}, [shown])
	useEffect(
		() => () => {
			setTitleCount(0)
			void showIconCount(0)
		},
		[],
	)
}

type Followers = { onChange: () => void; onInsert: (row: TestimonialRow) => void }

let channels = 0

/** Subscribes to the testimonials of a space. @returns the unsubscribe function */
function followTestimonials(spaceId: string, { onChange, onInsert }: Followers): () => void {
	let isOver = false
	let leave = () => {}
	void supabase.then((client) => {
		if (isOver) return
		const rows = { schema: 'public', table: 'testimonials', filter: `space_id=eq.${spaceId}` } as const
		// Each channel has a name of its own, because one that is being left still holds its name.
		const channel = client
			.channel(`alerts:${spaceId}:${++channels}`)
			.on<TestimonialRow>('postgres_changes', { ...rows, event: 'INSERT' }, ({ new: row }) => {
				onInsert(row)
				onChange()
			})
			.on('postgres_changes', { ...rows, event: 'UPDATE' }, onChange)
			// The testimonials of an import have no events of their own.
			.on('postgres_changes', { ...rows, table: 'imports', event: 'UPDATE' }, onChange)
			// Changes during a gap in the connection are missing.
			.subscribe((status) => status === 'SUBSCRIBED' && onChange())
		leave = () => void client.removeChannel(channel)
	})
	return () => {
		isOver = true
		leave()
	}
}
