-- A label of a domain in ASCII without its prefix, as RFC 3492 section 6.3 encodes it. Labels have at most 63 characters.
create or replace function private.punycode(label text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
	points int[] := array(select ascii(c) from string_to_table(label, null) with ordinality s (c, n) order by n);
	encoded text := coalesce((select string_agg(chr(p), '' order by n) from unnest(points) with ordinality u (p, n) where p < 128), '');
	digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
	basic int := length(encoded);
	handled int := basic;
	bound int := 128;
	delta int := 0;
	bias int := 72;
	point int;
	following int;
	q int;
	k int;
	t int;
begin
	if basic > 0 then
		encoded := encoded || '-';
	end if;
	while handled < cardinality(points) loop
		following := (select min(p) from unnest(points) p where p >= bound);
		delta := delta + (following - bound) * (handled + 1);
		bound := following;
		foreach point in array points loop
			if point < bound then
				delta := delta + 1;
			elsif point = bound then
				q := delta;
				k := 36;
				loop
					t := greatest(1, least(26, k - bias));
					exit when q < t;
					encoded := encoded || substr(digits, t + (q - t) % (36 - t) + 1, 1);
					q := (q - t) / (36 - t);
					k := k + 36;
				end loop;
				encoded := encoded || substr(digits, q + 1, 1);
				delta := case when handled = basic then delta / 700 else delta / 2 end;
				handled := handled + 1;
				delta := delta + delta / handled;
				bias := 0;
				while delta > 455 loop
					delta := delta / 35;
					bias := bias + 36;
				end loop;
				bias := bias + 36 * delta / (delta + 38);
				delta := 0;
			end if;
		end loop;
		delta := delta + 1;
		bound := bound + 1;
	end loop;
	return encoded;
end
$$;

grant execute on function private.punycode(text) to product_door;
