import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'

const callbackParams = ['code', 'error', 'error_code', 'error_description', 'sb', 'state', 'message']

/**
 * Removes the rest of a callback from the URL, so that neither a reload nor Back after sign-out repeats it. The
 * client cleans the browser's URL itself, but the router does not notice.
 * @param isRead whether the callback was read, and this screen stays
 */
export function useClearCallbackParams(isRead: boolean): void {
	const { hash } = useLocation()
	const [params, setParams] = useSearchParams()
	const isLeft = callbackParams.some((name) => params.has(name)) || /(^|[#&])(error|access_token|message)=/.test(hash)
	useEffect(() => {
		if (!isRead || !isLeft) return
		setParams(
			(before) => {
				for (const name of callbackParams) before.delete(name)
				return before
			},
			{ replace: true },
		)
	}, [isRead, isLeft, setParams])
}
