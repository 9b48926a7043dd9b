import { type FindingCode, findings, findingText } from '#platform/deployment/findings.ts'
import type { HealthRow } from '#shared/instance/instance-report.ts'

/** One row for each finding about the deployment; nothing where all is well. */
export function deploymentHealth(codes: readonly FindingCode[]): HealthRow[] {
	return codes.map((code) => {
		const { subject, sentence } = findings[code]
		return {
			name: subject,
			code,
			state: 'warns',
			detail: findingText(code),
			summary: sentence,
			shareable: `${code}. ${sentence}`,
		}
	})
}
