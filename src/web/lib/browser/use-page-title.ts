import { useEffect } from 'react'

/** Sets the document's title while the screen is mounted: `Inbox · Northlight · Plaudit`. */
export function usePageTitle(...parts: (string | null | undefined)[]): void {
	const title = [...parts.filter(Boolean), 'Plaudit'].join(' · ')
	useEffect(() => {
		document.title = title
	}, [title])
}
