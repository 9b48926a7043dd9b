/*
 * Counts page views without knowing anybody: the path, and the host that a visit came from. No cookie, no storage,
 * no identity. Whatever in a path names one thing or opens a private page is cut off before it is sent.
 */
const endpoint = '/functions/v1/events'
let last = ''

function count(): void {
	const path = location.pathname
		.replace(/^\/t\/.*/, '/t')
		.replace(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/gi, ':id')
	if (path === last) return
	let from = ''
	if (!last && URL.canParse(document.referrer)) from = new URL(document.referrer).host
	last = path
	const view = { kind: 'view', path, referrer_host: from === location.host ? '' : from }
	navigator.sendBeacon(endpoint, new Blob([JSON.stringify(view)], { type: 'application/json' }))
}

for (const name of ['pushState', 'replaceState'] as const) {
	const original = history[name]
	history[name] = function (this: History, ...values: Parameters<History['pushState']>) {
		original.apply(this, values)
		count()
	}
}
addEventListener('popstate', count)
// A page that comes back from the browser's memory runs no script anew.
addEventListener('pageshow', ({ persisted }) => {
	if (!persisted) return
	last = ''
	count()
})
// Only what was painted was viewed, and the beacon delays no paint.
new PerformanceObserver(count).observe({ type: 'paint', buffered: true })

export {}
