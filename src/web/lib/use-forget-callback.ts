import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'

const spent = ['code', 'error', 'error_code', 'error_description', 'sb', 'state', 'message']

/**
 * Takes the rest of a callback out of the address, so that neither a reload nor the way back after signing out repeats it.
 * The sign-in client cleans the browser's address itself, but the router does not hear of that.
 * @param isRead whether the callback was read, and this screen stays
 */
export function useForgetCallback(isRead: boolean): void {
	const { hash } = useLocation()
	const [params, setParams] = useSearchParams()
	const isLeft =
		spent.some((name) => params.has(name)) || /(^|[#&])(error|access_token|message)=/.test(hash)
	useEffect(() => {
		if (!isRead || !isLeft) return
		setParams(
			(before) => {
				for (const name of spent) before.delete(name)
				return before
			},
			{ replace: true },
		)
	}, [isRead, isLeft, setParams])
}
