import { ChangeList } from '#web/features/imports/changes/change-list.tsx'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { DropArea } from '#web/ui/files/choose-file.tsx'
import { ArrivalChoices } from './arrival-choices.tsx'
import { ColumnCards } from './column-cards.tsx'
import { ColumnQuestions, questionsOf } from './column-questions.tsx'
import { FileSettings } from './file-settings.tsx'
import { ImportDock } from './import-dock.tsx'
import { ImportHead } from './import-head.tsx'
import { PreviewQuotes } from './preview-quotes.tsx'
import { ProblemList } from './problem-list.tsx'
import { RefusedInput } from './refused-input.tsx'
import type { OpenImport } from './use-import-input.ts'
import './columns.css'
import './choose.css'

/** Everything that would happen to a file, with a say in each of it. Nothing is written before the button at the end. */
export function ChooseScreen({ open, onStarted }: { open: OpenImport; onStarted: (id: string) => void }) {
	const { space } = useSpace()
	const { input, analysis, mapping, isChecking, problem } = open
	if (!input || !analysis || !mapping) return null
	const questions = questionsOf(open)
	const unanswered = questions.flatMap(({ at, answer }) => (answer === undefined ? [at] : []))
	return (
		<>
			<DropArea bare onFile={(file) => open.open({ file })}>
				<ImportHead
					analysis={analysis}
					isChosen={open.choices.mapping.source !== undefined}
					questions={unanswered.length}
					onFile={(file) => open.open({ file })}
					onClose={open.close}
				/>
				<FileSettings analysis={analysis} mapping={mapping} onChange={open.choose} />
			</DropArea>
			<div className="import">
				<RefusedInput open={open} />
				<ColumnQuestions questions={questions} analysis={analysis} onAnswer={open.nameColumns} />
				<ColumnCards
					analysis={analysis}
					mapping={mapping}
					without={new Set(questions.map(({ at }) => at))}
					onChange={open.nameColumns}
				/>
				<ChangeList analysis={analysis} mapping={mapping} faults={problem?.fields ?? {}} onChange={open.choose} />
				<ProblemList spaceId={space.id} input={input} analysis={analysis} mapping={mapping} isChecking={isChecking} />
				<PreviewQuotes analysis={analysis} isChecking={isChecking} spaceName={space.name} />
				<ArrivalChoices analysis={analysis} mapping={mapping} onChange={open.choose} />
			</div>
			<ImportDock
				spaceId={space.id}
				input={input}
				analysis={analysis}
				mapping={mapping}
				open={unanswered}
				isChecking={isChecking}
				problem={problem?.message}
				onStarted={onStarted}
			/>
		</>
	)
}
