import { Code } from '#web/ui/code.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** Code with a button that copies it. */
export function CodeBox({ children }: { children: string }) {
	return (
		<div className="conn-code">
			<Code>{children}</Code>
			<CopyButton text={children} size="tiny" />
		</div>
	)
}
