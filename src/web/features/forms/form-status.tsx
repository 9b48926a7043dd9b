import { Check, Lock } from 'lucide-react'
import { Mark } from '#web/ui/marks.tsx'

/** Whether a form takes testimonials, in shape, word and colour. */
export function FormStatus({ open }: { open: boolean }) {
	return open ? (
		<Mark tone="good" icon={<Check size={14} aria-hidden="true" />}>
			Open
		</Mark>
	) : (
		<Mark icon={<Lock size={14} aria-hidden="true" />}>Closed</Mark>
	)
}
