import { useEffect } from 'react'
import { formatNumber } from '#web/lib/format/format.ts'

let title = 'Plaudit'
let count = 0

/** Sets the document's title while the screen is mounted: `Inbox · Northlight · Plaudit`. */
export function usePageTitle(...parts: (string | null | undefined)[]): void {
	const wanted = [...parts.filter(Boolean), 'Plaudit'].join(' · ')
	useEffect(() => {
		title = wanted
		write()
	}, [wanted])
}

/** Puts a count before the title of every screen, as in `(4,971) Inbox · Northlight · Plaudit`; 0 removes it. */
export function setTitleCount(pending: number): void {
	count = pending
	write()
}

function write(): void {
	document.title = count > 0 ? `(${formatNumber(count)}) ${title}` : title
}
