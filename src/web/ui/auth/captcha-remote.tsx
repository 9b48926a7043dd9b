import { useEffect, useRef, useState } from 'react'
import type { CaptchaTokens } from '#web/lib/auth/captcha-tokens.ts'
import { useTheme } from '#web/lib/browser/theme.ts'
import type { AppConfig } from '#web/lib/client/config.ts'
import { Notice } from '#web/ui/notices/notice.tsx'

type RemoteProvider = Exclude<NonNullable<AppConfig['captcha']>, { provider: 'altcha' }>
type WidgetApi = {
	render(place: HTMLElement, options: Record<string, unknown>): string
	reset(widget: string): void
	remove(widget: string): void
}

const scripts = {
	turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
	hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
}

/** Turnstile or hCaptcha, as configured; their script is loaded only here. */
export function RemoteCaptcha({ captcha, tokens }: { captcha: RemoteProvider; tokens: CaptchaTokens }) {
	const { dark } = useTheme()
	const place = useRef<HTMLDivElement>(null)
	const [isBlocked, setBlocked] = useState(false)
	const { provider, siteKey } = captcha
	useEffect(() => {
		let gone = false
		let remove = () => {}
		const start = async () => {
			const api = await load(provider)
			if (gone || !place.current) return
			const widget = api.render(place.current, {
				sitekey: siteKey,
				theme: dark ? 'dark' : 'light',
				size: sizeFor(provider),
				callback: (token: string) => tokens.solved(token),
				'expired-callback': () => tokens.expired(),
			})
			tokens.reset = () => api.reset(widget)
			remove = () => api.remove(widget)
		}
		start().catch(() => {
			setBlocked(true)
			tokens.fail()
		})
		return () => {
			gone = true
			tokens.reset = () => {}
			remove()
		}
	}, [provider, siteKey, dark, tokens])
	if (isBlocked)
		return (
			<Notice isError>
				The check against robots could not be loaded. Allow {new URL(scripts[provider]).host} in your browser, then
				reload the page.
			</Notice>
		)
	return <div ref={place} />
}

/** The standard widgets are up to 303 px wide, more than a column on the narrowest screens. */
function sizeFor(provider: RemoteProvider['provider']): string {
	if (window.matchMedia('(max-width: 343px)').matches) return 'compact'
	return provider === 'turnstile' ? 'flexible' : 'normal'
}

const loading = new Map<string, Promise<WidgetApi>>()

function load(provider: RemoteProvider['provider']): Promise<WidgetApi> {
	const known = loading.get(provider)
	if (known) return known
	const loaded = new Promise<WidgetApi>((resolve, reject) => {
		const script = document.createElement('script')
		script.src = scripts[provider]
		script.async = true
		script.onload = () => resolve((window as unknown as Record<string, WidgetApi>)[provider] as WidgetApi)
		script.onerror = () => {
			loading.delete(provider)
			script.remove()
			reject(new Error(`${script.src} cannot be loaded`))
		}
		document.head.append(script)
	})
	loading.set(provider, loaded)
	return loaded
}
