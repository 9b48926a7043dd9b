import { useState } from 'react'
import type { WebhookRow } from '#shared/rows.ts'
import {
	isDelivered,
	type TestAnswer,
	useDeleteWebhook,
	useMakeWebhook,
	useTestWebhook,
} from '#web/features/connections/webhooks/use-webhooks.ts'
import { errorMessage } from '#web/lib/client/errors.ts'

/**
 * Connects an address: makes a webhook and sends it a test. One whose test fails is deleted, so that nothing else is
 * sent before a test has arrived.
 */
export function useConnectAddress(spaceId: string) {
	const make = useMakeWebhook(spaceId)
	const test = useTestWebhook(spaceId)
	const remove = useDeleteWebhook(spaceId)
	const [made, setMade] = useState<{ id: string; secret: string; answer: TestAnswer }>()
	const [problem, setProblem] = useState<string>()
	const connect = async (wanted: Pick<WebhookRow, 'url' | 'events' | 'kind'>) => {
		setProblem(undefined)
		try {
			const webhook = await make.mutateAsync(wanted)
			const answer = await test.mutateAsync(webhook.id).catch((error: Error) => failed(error.message))
			if (isDelivered(answer)) return setMade({ ...webhook, answer })
			await remove.mutateAsync(webhook.id)
			const status = answer.status === null ? 'The test did not arrive' : `It answered ${answer.status}`
			setProblem(`${status}. ${answer.answer?.slice(0, 200) ?? ''} Nothing was connected.`.replace('.. ', '. '))
		} catch (error) {
			setProblem(errorMessage(error))
		}
	}
	return { connect, made, problem, isBusy: make.isPending || test.isPending || remove.isPending }
}

const failed = (answer: string): TestAnswer => ({ status: null, took_ms: null, answer })
