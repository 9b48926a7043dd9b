/*
 * Counts page views anonymously: the path and the referring host. No cookie, no storage, no identity. Parts of a path
 * that name one thing or open a private page (/t, /join, /unsubscribe, /invitation) are cut off before it is sent.
 * The first input on a page is counted too, because it says how many begin to fill a form. Members are not counted, so
 * the app's changes of screen need no counting.
 */
import { isMember } from './is-member.ts'

/** A page keeps its path: the app's own screens change it, which only members see. */
const path = location.pathname.replace(/^\/([jtiu][^/]*)\/.*/, '/$1').replace(/[\da-f-]{36}/gi, ':id')
let isCounted = false

const send = (event: object) => isMember() || navigator.sendBeacon('/functions/v1/events', JSON.stringify(event))

function sendPageView(): void {
	// The server drops its own host.
	if (!isCounted) send({ kind: 'view', path, referrer_host: document.referrer.split('/')[2] })
	isCounted = true
}

// A page restored from the back/forward cache runs no script again.
addEventListener('pageshow', ({ persisted }) => {
	if (!persisted) return
	isCounted = false
	sendPageView()
})
addEventListener(
	'input',
	() => {
		// The observer below may not have reported yet.
		sendPageView()
		send({ kind: 'start', path })
	},
	{ once: true },
)
// Only a painted page counts as viewed, and the beacon delays no paint.
new PerformanceObserver(sendPageView).observe({ type: 'paint', buffered: true })
