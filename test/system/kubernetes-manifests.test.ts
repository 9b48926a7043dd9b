import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = new URL('../../', import.meta.url)
const folder = new URL('deploy/kubernetes/', root)
const labels = { 'app.kubernetes.io/name': 'plaudit' }
const read = async (name: string) => parse(await readFile(new URL(`${name}.yaml`, folder), 'utf8'))
/** Where src/server/start.ts gives up on a step of the stop. */
const stepSeconds = 12

it('kustomization lists every manifest but the examples', async () => {
	const files = (await readdir(folder)).filter((name) => !/example|kustomization/.test(name))
	expect((await read('kustomization')).resources.sort()).toEqual(files.sort())
})

it('service, budget, autoscaler, network policy and ingress lead to the pods of the deployment', async () => {
	const { spec, metadata } = await read('deployment')
	const [container] = spec.template.spec.containers
	const port = container.ports[0].name
	expect([spec.selector.matchLabels, spec.template.metadata.labels]).toEqual([labels, labels])
	const service = await read('service')
	expect([service.spec.selector, service.spec.ports[0].targetPort]).toEqual([labels, port])
	expect((await read('pod-disruption-budget')).spec.selector.matchLabels).toEqual(labels)
	const policy = await read('network-policy')
	expect([policy.spec.podSelector.matchLabels, policy.spec.ingress[0].ports[0].port]).toEqual([labels, port])
	const scaler = await read('horizontal-pod-autoscaler')
	expect(scaler.spec.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: metadata.name })
	const ingress = await read('ingress.example')
	const { name, port: target } = ingress.spec.rules[0].http.paths[0].backend.service
	expect([name, target.name]).toEqual([service.metadata.name, service.spec.ports[0].name])
})

it('a pod is given the time that the server takes to stop, and is restarted only when the process itself is ill', async () => {
	const { spec } = (await read('deployment')).spec.template
	const [container] = spec.containers
	const pause = Number(container.lifecycle.preStop.exec.command[1])
	expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(pause + 4 * stepSeconds)
	const source = await readFile(new URL('src/server/start.ts', root), 'utf8')
	expect(source).toContain(`const stepMilliseconds = ${stepSeconds}_000`)
	const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container[probe].httpGet.path)
	expect(paths).toEqual(['/ready', '/health', '/ready'])
})

it('pods run without privileges and write only to volumes that end with them', async () => {
	const { spec } = (await read('deployment')).spec.template
	const [container] = spec.containers
	expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } })
	expect(container.securityContext).toEqual({
		allowPrivilegeEscalation: false,
		readOnlyRootFilesystem: true,
		capabilities: { drop: ['ALL'] },
	})
	const names = spec.volumes.map((volume: object) => Object.keys(volume).join())
	expect(names).toEqual(['name,emptyDir', 'name,emptyDir'])
	const mounted = container.volumeMounts.map(({ name }: { name: string }) => name)
	expect(mounted).toEqual(spec.volumes.map(({ name }: { name: string }) => name))
})

it('every setting in the manifests exists, and the example of the Secret has no values', async () => {
	const known = await readFile(new URL('.env.example', root), 'utf8')
	const secret = await read('secret.example')
	const { containers } = (await read('deployment')).spec.template.spec
	expect(containers[0].envFrom[0].secretRef.name).toBe(secret.metadata.name)
	const names = [...Object.keys(secret.stringData), ...containers[0].env.map(({ name }: { name: string }) => name)]
	for (const name of names.filter((name) => name !== 'NODE_COMPILE_CACHE'))
		expect(known).toMatch(new RegExp(`^#?${name}=`, 'm'))
	expect(Object.values(secret.stringData).join('')).toBe('')
})
