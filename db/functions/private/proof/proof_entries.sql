-- The history of a testimonial as a receipt has it, oldest first: {format, text, hash, at, kind, by, entry (its number in the log), content, author,
-- detail}. The last three are what its commitments are the hashes of: that of a version or consent which is still stored and has this very hash, else null.
-- An entry of format 1 by a member has no text, as the text names them.
create or replace function private.proof_entries(space uuid, testimonial uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
	return (
		with versions as (
			select v.version, v.title, v.body, v.rating, v.author_name, v.author_title, v.author_company, v.author_url
			from public.testimonial_versions v where v.space_id = $1 and v.testimonial_id = $2
			union all
			select t.version, t.title, t.body, t.rating, t.author_name, t.author_title, t.author_company, t.author_url
			from public.testimonials t where t.space_id = $1 and t.id = $2
		), contents as (
			select 'words' as about, private.words_text(v.body, v.rating, v.title) as content from versions v
			union
			select 'words', private.words_text(p.body, v.rating, v.title)
			from public.proposals p, versions v where p.space_id = $1 and p.testimonial_id = $2 and v.version = p.version
			union
			select 'consent', private.consent_text(c.scope, c.wording) from public.consents c where c.space_id = $1 and c.testimonial_id = $2
		), authors as (
			select distinct private.author_text(v.author_name, v.author_title, v.author_company, v.author_url) as content from versions v
		)
		select coalesce(jsonb_agg(jsonb_build_object(
			'format', e.format, 'hash', encode(e.hash, 'hex'), 'at', e.at, 'kind', e.kind, 'entry', e.log_number,
			'by', case when e.actor in ('submitter', 'system') then e.actor when e.actor like 'key:%' then 'program' else 'owner' end,
			'text', case when e.format = 2 then private.entry_text(e.previous_hash, $2, e.seq, e.kind, e.actor, e.at, e.content, e.author, e.detail, e.secret)
				when e.actor in ('submitter', 'system') then private.former_entry_text($2, e.seq, e.kind, e.actor, e.at, e.detail) end,
			'content', (select private.commitment_text(e.secret, c.about, c.content) from contents c
				where e.content = private.commitment(e.secret, c.about, c.content) limit 1),
			'author', (select private.commitment_text(e.secret, 'author', a.content) from authors a
				where e.author = private.commitment(e.secret, 'author', a.content) limit 1),
			'detail', case when e.format = 2 and e.detail <> '{}' then private.commitment_text(e.secret, 'detail', e.detail::text) end
		) order by e.seq), '[]')
		from public.testimonial_events e where e.space_id = $1 and e.testimonial_id = $2
	);
end
$$;
