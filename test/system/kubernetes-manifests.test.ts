import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { parseDatabaseUrl } from '#platform/pg/database-url.ts'

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

describe('deploy/cloudnative-pg', () => {
	const database = new URL('deploy/cloudnative-pg/', root)
	const open = async (name: string) => parse(await readFile(new URL(`${name}.yaml`, database), 'utf8'))

	it('kustomization builds on the manifests without a database, and lists every file beside it', async () => {
		const { resources, patches } = await open('kustomization')
		const named = [...resources.slice(1), ...patches.map(({ path }: { path: string }) => path)]
		expect(resources[0]).toBe('../kubernetes')
		expect(named.sort()).toEqual((await readdir(database)).filter((name) => name !== 'kustomization.yaml').sort())
	})

	it('pods connect to the primary of the cluster, with the user, password and authority that the operator makes', async () => {
		const { metadata, spec } = await open('cluster')
		const patch = (await open('deployment-patch')).spec.template.spec
		const [{ name, env, volumeMounts }] = patch.containers
		expect(name).toBe((await read('deployment')).spec.template.spec.containers[0].name)
		const values = Object.fromEntries(env.map((one: { name: string; value?: string }) => [one.name, one]))
		const secretOf = (key: string) => values[key].valueFrom.secretKeyRef
		expect(secretOf('PGUSER')).toEqual({ name: `${metadata.name}-app`, key: 'username' })
		expect(secretOf('PGPASSWORD')).toEqual({ name: `${metadata.name}-app`, key: 'password' })
		const [volume] = patch.volumes
		expect([volume.name, volume.secret.secretName]).toEqual([volumeMounts[0].name, `${metadata.name}-ca`])
		const authority = `${volumeMounts[0].mountPath}/${volume.secret.items[0].path}`
		// The file is in the pod alone.
		const address = values.DATABASE_URL.value.replace(authority, fileURLToPath(new URL('LICENSE', root)))
		vi.stubEnv('PGUSER', 'plaudit')
		vi.stubEnv('PGPASSWORD', 'only-for-this-run')
		expect(parseDatabaseUrl(address)).toMatchObject({
			host: `${metadata.name}-rw`,
			user: spec.bootstrap.initdb.owner,
			password: 'only-for-this-run',
			database: spec.bootstrap.initdb.database,
			ssl: { rejectUnauthorized: true },
			choice: { mustWrite: true, mayBePlain: false },
		})
		vi.unstubAllEnvs()
	})

	it('the cluster has a synchronous standby, an owner that may create roles, and connections for all nodes', async () => {
		const { spec } = await open('cluster')
		const { initdb } = spec.bootstrap
		expect(initdb).toMatchObject({
			encoding: 'UTF8',
			postInitApplicationSQL: [`alter role ${initdb.owner} createrole`],
		})
		expect([spec.instances, spec.postgresql.synchronous]).toEqual([3, { method: 'any', number: 1 }])
		const nodes = (await read('horizontal-pod-autoscaler')).spec.maxReplicas + 1
		expect(Number(spec.postgresql.parameters.max_connections)).toBeGreaterThan(nodes * 13 + 20)
	})

	it('the network policy lets the pods reach the cluster', async () => {
		const { spec } = await open('network-policy')
		expect(spec.podSelector.matchLabels).toEqual(labels)
		const { metadata } = await open('cluster')
		expect(spec.egress[0].to[0].podSelector.matchLabels).toEqual({ 'cnpg.io/cluster': metadata.name })
	})
})

it('the image has the version of package.json', async () => {
	const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
	const [container] = (await read('deployment')).spec.template.spec.containers
	expect(container.image).toBe(`registry.example.com/plaudit:${version}`)
})
