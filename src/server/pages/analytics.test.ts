import { expect, test } from 'vitest'
import { readAnalytics } from './analytics.ts'

test('by default our own counter is linked and the policy stays closed', () => {
	expect(readAnalytics('first-party', '/assets/public/v.js')).toEqual({
		tag: '<script type="module" fetchpriority="low" src="/assets/public/v.js"></script>',
		lateTag: '<meta name="page-view" content="/assets/public/v.js">',
		scripts: [],
		connections: [],
	})
	expect(readAnalytics('none', '/v.js').tag).toBe('')
})

test('Plausible and Umami swap in, with their host in the policy', () => {
	const plausible = readAnalytics(
		'plausible:plaudit.example@https://stats.example/js/script.js',
		null,
	)
	expect(plausible.tag).toBe(
		'<script defer data-domain="plaudit.example" src="https://stats.example/js/script.js"></script>',
	)
	expect(plausible.lateTag).toBe(plausible.tag)
	expect(plausible.scripts).toEqual(['https://stats.example'])
	const umami = readAnalytics('umami:94db1cb1-74f4@https://u.example/script.js?a="b"', null)
	expect(umami.tag).toContain('data-website-id="94db1cb1-74f4"')
	expect(umami.tag).not.toContain('"b"')
	expect(umami.connections).toEqual(['https://u.example'])
})

test('anything else is refused by name at the start', () => {
	for (const setting of ['google', 'plausible:x', 'umami:x@ftp://y', 'plausible:a b@https://c'])
		expect(() => readAnalytics(setting, null)).toThrow(/ANALYTICS_SNIPPET/)
})
