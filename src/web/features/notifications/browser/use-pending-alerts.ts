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

const size = 64
const plain = { href: '/favicon.svg', type: 'image/svg+xml' }

/** Numbers above this have no room in a tab's icon. */
const mostShown = 99
let wanted = 0
let picture: Promise<HTMLImageElement> | undefined

/** Draws a count into the tab's icon, and into that of an installed app where the browser has one; 0 removes it. */
async function showIconCount(count: number): Promise<void> {
	wanted = count
	setAppBadge(count)
	const icon = count > 0 ? await drawIcon(count).catch(() => plain) : plain
	// A later call was drawn sooner.
	if (wanted !== count) return
	const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
	if (!link || link.getAttribute('href') === icon.href) return
	link.type = icon.type
	link.href = icon.href
}

/** https://developer.mozilla.org/en-US/docs/Web/API/Badging_API: only some browsers have it, and only for installed apps. */
function setAppBadge(count: number): void {
	const { setAppBadge: set, clearAppBadge: clear } = navigator as Partial<Navigator>
	const done = count > 0 ? set?.call(navigator, count) : clear?.call(navigator)
	done?.catch(() => {})
}

async function drawIcon(count: number): Promise<typeof plain> {
	picture ??= loadPicture()
	const canvas = document.createElement('canvas')
	canvas.width = size
	canvas.height = size
	const pen = canvas.getContext('2d')
	if (!pen) return plain
	pen.drawImage(await picture, 0, 0, size, size)
	const text = count > mostShown ? `${mostShown}+` : `${count}`
	const width = 26 + 11 * text.length
	// A white edge keeps the mark apart from the icon on light and dark tabs.
	pen.fillStyle = '#ffffff'
	pen.beginPath()
	pen.roundRect(size - width, 26, width, 38, 19)
	pen.fill()
	pen.fillStyle = '#b3261e'
	pen.beginPath()
	pen.roundRect(size - width + 3, 29, width - 6, 32, 16)
	pen.fill()
	pen.fillStyle = '#ffffff'
	pen.font = `700 ${text.length > 2 ? 22 : 27}px system-ui, sans-serif`
	pen.textAlign = 'center'
	pen.textBaseline = 'middle'
	pen.fillText(text, size - width / 2, 46)
	return { href: canvas.toDataURL('image/png'), type: 'image/png' }
}

async function loadPicture(): Promise<HTMLImageElement> {
	const image = new Image(size, size)
	image.src = plain.href
	await image.decode()
	return image
}
