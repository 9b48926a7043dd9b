import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'

/** Back and forth between the pages of a list; nothing when there is one. `page` counts from 0. */
export function PageButtons({
	page,
	pages,
	label,
	onChange,
}: {
	page: number
	pages: number
	label: string
	onChange: (page: number) => void
}) {
	if (pages < 2) return null
	return (
		<nav className="invite-pages" aria-label={`Pages: ${label}`}>
			<Button size="tiny" icon aria-label="Previous page" disabled={page === 0} onClick={() => onChange(page - 1)}>
				<ChevronLeft size={16} aria-hidden="true" />
			</Button>
			<span className="ui-small ui-quiet ui-num" role="status">
				Page {formatNumber(page + 1)} of {formatNumber(pages)}
			</span>
			<Button size="tiny" icon aria-label="Next page" disabled={page >= pages - 1} onClick={() => onChange(page + 1)}>
				<ChevronRight size={16} aria-hidden="true" />
			</Button>
		</nav>
	)
}
