import { Check, Lock } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'

/** True when a form accepts testimonials, by icon, word and colour. */
export function FormStatus({ open }: { open: boolean }) {
	return open ? (
		<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
			Open
		</Badge>
	) : (
		<Badge icon={<Lock size={14} aria-hidden="true" />}>Closed</Badge>
	)
}
