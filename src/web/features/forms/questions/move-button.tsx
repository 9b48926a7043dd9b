import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

/** A small button of a row with an icon alone, named by `label`. */
export function MoveButton(props: ComponentProps<typeof Button> & { label: string; Icon: LucideIcon }) {
	const { label, Icon, ...button } = props
	return (
		<Button {...button} variant="quiet" size="tiny" icon aria-label={label}>
			<Icon size={16} aria-hidden="true" />
		</Button>
	)
}
