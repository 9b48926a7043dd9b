import { expect, test } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import { type Surface, securityHeaders } from './security-headers.ts'

const config = { SITE_URL: 'https://words.example' } as Config
const surfaces: Surface[] = ['api', 'app', 'public', 'collect', 'hosted', 'frame', 'receipt', 'secret']

test('only the pages on which visitors record may use the camera and the microphone', () => {
	for (const surface of surfaces) {
		const policy = securityHeaders(surface, config)['permissions-policy']
		const allowed = ['collect', 'receipt'].includes(surface) ? '(self)' : '()'
		expect(policy, surface).toContain(`camera=${allowed}, microphone=${allowed}, geolocation=()`)
	}
})

test('the page that collects plays recordings from memory, runs workers, and connects to its own origin only', () => {
	const policy = securityHeaders('collect', config)['content-security-policy']?.split('; ')
	expect(policy).toContain("media-src 'self' blob:")
	expect(policy).toContain("worker-src 'self' blob:")
	expect(policy).toContain("connect-src 'self'")
	expect(policy).toContain("script-src 'self'")
})
