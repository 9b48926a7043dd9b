import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

const spent = ['code', 'error', 'error_code', 'error_description', 'sb', 'state', 'message']

/** Takes the rest of a callback out of the address once it was read, so that a reload does not repeat it. */
export function useForgetCallback(loading: boolean): void {
	const [, setParams] = useSearchParams()
	useEffect(() => {
		if (loading) return
		const url = new URL(window.location.href)
		const found = spent.some((name) => url.searchParams.has(name))
		if (!found && !/(^|[#&])(error|access_token|message)=/.test(url.hash)) return
		setParams(
			(before) => {
				for (const name of spent) before.delete(name)
				return before
			},
			{ replace: true },
		)
	}, [loading, setParams])
}
