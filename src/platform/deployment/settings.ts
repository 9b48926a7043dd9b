import type { z } from 'zod'
import { list } from '#platform/config/setting-types.ts'
import { type FindingCode, findingCodes } from './findings.ts'

const codes = list.transform((names, context) => {
	const known = findingCodes.filter((code) => names.includes(code))
	const unknown = names.filter((name) => !findingCodes.includes(name as FindingCode))
	if (unknown.length > 0) context.addIssue(`${unknown.join(', ')}: not in the list of docs/findings.md`)
	return known
})

/** Settings of the observer of the deployment. */
export const deploymentSettings = {
	IGNORE_FINDINGS: codes.default([]),
}

type DeploymentConfig = z.output<z.ZodObject<typeof deploymentSettings>>

declare module '#platform/config/config.ts' {
	interface Config extends Readonly<DeploymentConfig> {}
}
