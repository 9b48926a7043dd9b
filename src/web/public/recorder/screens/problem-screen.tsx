import { useState } from 'react'
import type { RecorderProblemMessages } from '#web/i18n/en/recorder-problem.ts'
import { Icon } from '#web/public/page-shell/icons.tsx'
import {
	type BrowserFamily,
	browserAddress,
	browserFamily,
	isPhone,
} from '#web/public/recorder/capture/browser-family.ts'
import type { DeviceProblem } from '#web/public/recorder/capture/device-problem.ts'
import { cameraOff, microphone, microphoneOff, opened } from '#web/public/recorder/icons.ts'
import { useLateWords } from '#web/public/recorder/late-words.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { Frame } from './frame.tsx'

const allowing: Readonly<
	Record<BrowserFamily, 'allowSafariPhone' | 'allowSafari' | 'allowFirefox' | 'allowAddressBar'>
> = {
	'safari-phone': 'allowSafariPhone',
	safari: 'allowSafari',
	firefox: 'allowFirefox',
	other: 'allowAddressBar',
}

/** One cause, one sentence, and the ways on. */
export default function ProblemScreen({ problem }: { problem: DeviceProblem }) {
	const words = useProblemWords()
	const { kind, leave, recorder, onRecordAudio, onChooseFile, onUseDeviceCamera } = useRecorderContext()
	const { title, text } = useCause(problem)
	const isVideo = kind === 'video'
	const offersVoice = isVideo && problem === 'none' && onRecordAudio
	const isHopeless = problem === 'insecure' || problem === 'unsupported'
	const icon = problem === 'in-app' ? opened : isVideo && problem !== 'no-microphone' ? cameraOff : microphoneOff
	return (
		<Frame
			className="stopped"
			title={isVideo ? words.recordVideo : words.recordVoice}
			spoken={`${title}. ${text}`}
			leave={{ label: words.close, act: leave }}
		>
			<div className="blank">
				<Icon drawing={icon} />
				<h3>{title}</h3>
				<p>{text}</p>
			</div>
			<div className="deck">
				<div className="or">
					{problem === 'in-app' ? <OtherBrowser /> : null}
					{offersVoice ? (
						<button className="btn first" type="button" data-focus onClick={onRecordAudio}>
							<Icon drawing={microphone} />
							{words.recordVoice}
						</button>
					) : null}
					{isHopeless ? null : (
						<button
							className={offersVoice || problem === 'in-app' ? 'btn' : 'btn first'}
							type="button"
							data-focus
							onClick={() => recorder.askAgain()}
						>
							{words.tryAgain}
						</button>
					)}
					{isVideo && isPhone(navigator.userAgent) ? (
						<button className="btn" type="button" onClick={onUseDeviceCamera}>
							{words.phoneCamera}
						</button>
					) : null}
					<button className={isHopeless ? 'btn first' : 'btn'} type="button" data-focus onClick={onChooseFile}>
						{words.chooseFile}
					</button>
				</div>
			</div>
		</Frame>
	)
}

/** The cause and the next step, for the kind of recording and the browser. */
function useCause(problem: DeviceProblem): { title: string; text: string } {
	const words = useProblemWords()
	const { kind, onRecordAudio, draftLink } = useRecorderContext()
	const isVideo = kind === 'video'
	const choose = (video: string, voice: string) => (isVideo ? video : voice)
	switch (problem) {
		case 'refused':
			return {
				title: choose(words.refused, words.refusedVoice),
				text: words[allowing[browserFamily(navigator.userAgent)]],
			}
		case 'system':
			return { title: choose(words.refused, words.refusedVoice), text: words.allowSystem }
		case 'none':
			return { title: words.none, text: onRecordAudio ? words.noneText : words.noneTextFile }
		case 'no-microphone':
			return { title: words.noneVoice, text: words.noneVoiceText }
		case 'in-use':
			return { title: choose(words.inUse, words.inUseVoice), text: words.inUseText }
		case 'insecure':
			return { title: words.insecure, text: words.insecureText }
		case 'unsupported':
			return { title: words.unsupported, text: words.unsupportedText }
		case 'in-app':
			return {
				title: choose(words.inApp, words.inAppVoice),
				text: draftLink?.includes('#') ? `${words.inAppText} ${words.inAppDraft}` : words.inAppText,
			}
		case 'too-short':
			return { title: words.tooShort, text: words.tooShortText }
		case 'failed':
			return { title: choose(words.failed, words.failedVoice), text: words.failedText }
	}
}

/** Leads out of an app that has no camera: an address that the phone opens in its browser, and the link to copy. */
function OtherBrowser() {
	const words = useProblemWords()
	const { say, draftLink = location.href } = useRecorderContext()
	const [copied, setCopied] = useState<boolean>()
	const address = browserAddress(navigator.userAgent, draftLink)
	const copy = async () => {
		const isCopied = await navigator.clipboard?.writeText(draftLink).then(
			() => true,
			() => false,
		)
		setCopied(Boolean(isCopied))
		say(isCopied ? words.copied : words.notCopied)
	}
	return (
		<>
			{address ? (
				<a className="btn first" href={address} data-focus>
					{words.openBrowser}
				</a>
			) : null}
			<button className={address ? 'btn' : 'btn first'} type="button" data-focus onClick={copy}>
				{words.copyLink}
			</button>
			{copied === undefined ? null : (
				<p className="told">
					{copied ? words.copied : `${words.notCopied} `}
					{copied ? null : <bdi className="link">{draftLink}</bdi>}
				</p>
			)}
		</>
	)
}

/** Suspends until the texts of the screen are there. */
const useProblemWords = () => useLateWords(load)

function load(lang: string): Promise<RecorderProblemMessages> {
	switch (lang) {
		case 'ar':
			return import('#web/i18n/ar/recorder-problem.ts').then(({ arabic }) => arabic)
		case 'de':
			return import('#web/i18n/de/recorder-problem.ts').then(({ german }) => german)
		case 'es':
			return import('#web/i18n/es/recorder-problem.ts').then(({ spanish }) => spanish)
		case 'fr':
			return import('#web/i18n/fr/recorder-problem.ts').then(({ french }) => french)
		default:
			return import('#web/i18n/en/recorder-problem.ts').then(({ english }) => english)
	}
}
