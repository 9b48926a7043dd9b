import { useEffect, useRef, useState } from 'react'
import type { CaptchaTokens } from '#web/lib/captcha-tokens.ts'
import type { AppConfig } from '#web/lib/config.ts'
import { useTheme } from '#web/lib/theme.ts'
import { Notice } from './notice.tsx'

type Remote = Exclude<NonNullable<AppConfig['captcha']>, { provider: 'altcha' }>
type Api = {
	render(place: HTMLElement, options: Record<string, unknown>): string
	reset(widget: string): void
	remove(widget: string): void
}

const scripts = {
	turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
	hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
}

/** Turnstile or hCaptcha, as the operator set it up; their script is loaded here and nowhere else. */
export function RemoteCaptcha({ captcha, tokens }: { captcha: Remote; tokens: CaptchaTokens }) {
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
			<Notice bad>
				The check against robots could not be loaded. Allow {new URL(scripts[provider]).host} in
				your browser, then reload the page.
			</Notice>
		)
	return <div ref={place} />
}

/** The usual widgets are up to 303 px wide, which a column on the narrowest screens is not. */
function sizeFor(provider: Remote['provider']): string {
	if (window.matchMedia('(max-width: 343px)').matches) return 'compact'
	return provider === 'turnstile' ? 'flexible' : 'normal'
}

const loading = new Map<string, Promise<Api>>()

function load(provider: Remote['provider']): Promise<Api> {
	const known = loading.get(provider)
	if (known) return known
	const loaded = new Promise<Api>((resolve, reject) => {
		const script = document.createElement('script')
		script.src = scripts[provider]
		script.async = true
		script.onload = () => resolve((window as unknown as Record<string, Api>)[provider] as Api)
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
