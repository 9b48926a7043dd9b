import { TriangleAlert } from 'lucide-react'
import { formatLabel } from '#web/features/imports/import-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { OpenImport } from './use-import-input.ts'

/** The refusal of a file or of the way that it is read, with a format in which it can be read. */
export function RefusedInput({ open: { problem, readAs } }: { open: OpenImport }) {
	if (!problem) return null
	const { message, format } = problem
	return (
		<Notice isError icon={<TriangleAlert size={16} aria-hidden="true" />}>
			<p>{message}</p>
			{format ? (
				<p className="import-acts">
					<Button onClick={() => readAs(format)}>
						{format === 'html' ? 'Read the table in it' : `Read it as ${formatLabel(format)}`}
					</Button>
				</p>
			) : null}
		</Notice>
	)
}
