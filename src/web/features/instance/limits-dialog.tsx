import { type FormEvent, useState } from 'react'
import type { InstanceSpace } from '#shared/instance/instance-report.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useInstanceAction } from './use-instance.ts'

const megabyte = 1_000_000
const wrongNumber = 'Type a whole number, or leave it empty for no limit.'

/** Sets or lifts the limits of one space. */
export function LimitsDialog({ space, onClose }: { space: InstanceSpace; onClose: () => void }) {
	const [words, setWords] = useState(String(space.most_testimonials ?? ''))
	const [files, setFiles] = useState(space.most_bytes === null ? '' : String(Math.round(space.most_bytes / megabyte)))
	const [isChecked, setChecked] = useState(false)
	const { mutate, isPending } = useInstanceAction()
	const testimonials = parse(words)
	const megabytes = parse(files)
	const save = (event: FormEvent) => {
		event.preventDefault()
		setChecked(true)
		if (testimonials === undefined || megabytes === undefined) return
		mutate(
			{
				action: {
					action: 'set_limits',
					space: space.id,
					most_testimonials: testimonials,
					most_bytes: megabytes === null ? null : megabytes * megabyte,
				},
				said: 'Limits saved',
			},
			{ onSuccess: onClose },
		)
	}
	return (
		<Dialog
			title={
				<>
					Limits of <bdi>{space.name}</bdi>
				</>
			}
			open
			onOpenChange={(open) => (open ? undefined : onClose())}
		>
			<form onSubmit={save} noValidate className="ui-stack">
				<TextField
					label="Most testimonials"
					inputMode="numeric"
					value={words}
					onChange={({ target }) => setWords(target.value)}
					help="Empty is no limit. What visitors send is always taken."
					error={isChecked && testimonials === undefined ? wrongNumber : undefined}
				/>
				<TextField
					label="Most storage in MB"
					inputMode="numeric"
					value={files}
					onChange={({ target }) => setFiles(target.value)}
					help="Empty is no limit."
					error={isChecked && megabytes === undefined ? wrongNumber : undefined}
				/>
				<DialogFooter>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" variant="primary" busy={isPending}>
						Save limits
					</Button>
				</DialogFooter>
			</form>
		</Dialog>
	)
}

/** Null for no limit, undefined for what is no whole number. */
function parse(text: string): number | null | undefined {
	const plain = text.replace(/[\s,.’']/g, '')
	if (plain === '') return null
	return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined
}
