import { expect, test } from 'vitest'
import { parseAnalytics } from './analytics.ts'

test('the first-party counter needs no further source in the policy', () => {
	expect(parseAnalytics('first-party', '/assets/public/v.js')).toEqual({
		tag: '<script type="module" fetchpriority="low" src="/assets/public/v.js"></script>',
		deferredTag: '<meta name="page-view" content="/assets/public/v.js">',
		scripts: [],
		connections: [],
	})
	expect(parseAnalytics('none', '/v.js').tag).toBe('')
})

test('Plausible and Umami are linked, with their host in the policy', () => {
	const plausible = parseAnalytics('plausible:plaudit.example@https://stats.example/js/script.js', null)
	expect(plausible.tag).toBe(
		'<script defer data-domain="plaudit.example" src="https://stats.example/js/script.js"></script>',
	)
	expect(plausible.deferredTag).toBe(plausible.tag)
	expect(plausible.scripts).toEqual(['https://stats.example'])
	const umami = parseAnalytics('umami:94db1cb1-74f4@https://u.example/script.js?a="b"', null)
	expect(umami.tag).toContain('data-website-id="94db1cb1-74f4"')
	expect(umami.tag).not.toContain('"b"')
	expect(umami.connections).toEqual(['https://u.example'])
})

test('any other ANALYTICS_SNIPPET is refused at the start', () => {
	for (const setting of ['google', 'plausible:x', 'umami:x@ftp://y', 'plausible:a b@https://c'])
		expect(() => parseAnalytics(setting, null)).toThrow(/ANALYTICS_SNIPPET/)
})
