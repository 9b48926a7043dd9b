/** The subset of a browser that providers need: cookies, redirects and self-submitting forms. */
export type HttpBrowser = {
	/**
	 * Follows a URL until a redirect or form leaves `origin`.
	 * @returns the target URL, and the form's fields if it was a form
	 */
	follow(address: string, origin: string): Promise<{ left: string; form: URLSearchParams }>
}

const maxSteps = 10

export function openHttpBrowser(): HttpBrowser {
	const cookies = new Map<string, string>()
	const keep = (response: Response) => {
		for (const line of response.headers.getSetCookie()) {
			const [pair = ''] = line.split(';')
			const at = pair.indexOf('=')
			cookies.set(pair.slice(0, at), pair.slice(at + 1))
		}
	}
	return {
		async follow(address, origin) {
			for (let step = 0; step < maxSteps; step++) {
				const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
				const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
				keep(response)
				const location = response.headers.get('location')
				const page = await response.text()
				if (!location) {
					const action = attribute(/<form[^>]*>/.exec(page)?.[0] ?? '', 'action')
					if (!action) throw new Error(`${address} answered ${response.status}: ${page}`)
					return { left: action, form: fieldsOf(page) }
				}
				address = new URL(location, address).href
				if (!address.startsWith(origin)) return { left: address, form: new URLSearchParams() }
			}
			throw new Error(`more than ${maxSteps} redirects`)
		},
	}
}

function fieldsOf(page: string): URLSearchParams {
	const fields = new URLSearchParams()
	for (const [input] of page.matchAll(/<input[^>]*>/g))
		fields.append(attribute(input, 'name'), attribute(input, 'value'))
	return fields
}

function attribute(tag: string, name: string): string {
	const value = new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
	return value
		.replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
		.replaceAll('&quot;', '"')
		.replaceAll('&amp;', '&')
}
