/*
 * Counts page views anonymously: the path and the referring host. No cookie, no storage, no identity. Parts of a path
 * that name one thing or open a private page (/t, /join, /unsubscribe, /invitation) are cut off before it is sent.
 */
const endpoint = '/functions/v1/events'
let lastPath = ''

function sendPageView(): void {
	const path = location.pathname.replace(/^\/([jtiu][^/]*)\/.*/, '/$1').replace(/[\da-f-]{36}/gi, ':id')
	if (path === lastPath) return
	const from = lastPath ? '' : (document.referrer.split('/')[2] ?? '')
	lastPath = path
	const view = { kind: 'view', path, referrer_host: from === location.host ? '' : from }
	navigator.sendBeacon(endpoint, JSON.stringify(view))
}

for (const name of ['pushState', 'replaceState'] as const) {
	const original = history[name]
	history[name] = function (this: History, ...values: Parameters<History['pushState']>) {
		original.apply(this, values)
		sendPageView()
	}
}
addEventListener('popstate', sendPageView)
// A page restored from the back/forward cache runs no script again.
addEventListener('pageshow', ({ persisted }) => {
	if (!persisted) return
	lastPath = ''
	sendPageView()
})
// Only a painted page counts as viewed, and the beacon delays no paint.
new PerformanceObserver(sendPageView).observe({ type: 'paint', buffered: true })

export {}
