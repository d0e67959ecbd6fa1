import { ease, polar, type Palette } from './draw.ts';

/** An animated drawing in a box of 200 × 200 around the origin; `t` in seconds. */
type Motif = (t: number, colours: Palette) => string;

const loop = (t: number, period: number) => (t % period) / period;
const wave = (t: number, period: number) => Math.sin((t / period) * Math.PI * 2);
const point = (x: number, y: number, radius: number, degrees: number) =>
  polar(x, y, radius, degrees)
    .map((part) => part.toFixed(1))
    .join(',');
const arc = (radius: number, from: number, to: number) =>
  `M${point(0, 0, radius, from)} A${radius},${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${point(0, 0, radius, to)}`;
const line = (path: string, colour: string, width = 4, extra = '') =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;

const shield: Motif = (t, c) => {
  const drawn = ease(loop(t, 6) * 2.2);
  const outline = 'M0,-78 L62,-56 V-4 C62,38 34,64 0,80 C-34,64 -62,38 -62,-4 V-56 Z';
  return `<path d="${outline}" fill="${c.soft}"/><path d="M0,-78 L62,-56 V-4 C62,38 34,64 0,80 Z" fill="${c.mid}" opacity=".35"/>
    ${line(outline, c.brand, 5)}
    ${line('M-28,2 L-8,24 L32,-24', c.brand, 11, `stroke-dasharray="100" stroke-dashoffset="${(100 * (1 - drawn)).toFixed(1)}"`)}`;
};

const gauge: Motif = (t, c) => {
  const angle = -60 + 95 * ease(0.5 + 0.5 * wave(t, 5));
  const ticks = Array.from({ length: 13 }, (_, i) => {
    const degrees = -120 + i * 20;
    return line(`M${point(0, 0, 70, degrees)} L${point(0, 0, i % 3 ? 64 : 58, degrees)}`, c.grey, 2.5);
  }).join('');
  return `<circle r="88" fill="${c.soft}"/><circle r="78" fill="#fff"/>${line(arc(84, -120, 60), c.brand, 7)}${line(arc(84, 66, 120), c.accent, 7)}
    ${ticks}${line(`M0,0 L${point(0, 0, 54, angle)}`, c.deep, 6)}<circle r="9" fill="${c.deep}"/>
    <rect x="-26" y="32" width="52" height="18" rx="4" fill="${c.mist}"/><rect x="-20" y="38" width="${(14 + 26 * (0.5 + 0.5 * wave(t, 5))).toFixed(1)}" height="6" rx="3" fill="${c.brand}"/>`;
};

const cycle: Motif = (t, c) => {
  const turn = loop(t, 12) * 360;
  const parts = [0, 1, 2, 3].map((i) => {
    const lit = Math.floor(loop(t, 6) * 4) === i;
    return (
      line(arc(66, i * 90 + 9, i * 90 + 74), lit ? c.brand : c.mid, 22) +
      `<path d="M0,-15 L14,0 L0,15 Z" transform="rotate(${i * 90 + 78}) translate(0,-66)" fill="${lit ? c.brand : c.mid}"/>`
    );
  });
  return `<g transform="rotate(${(turn / 6).toFixed(2)})">${parts.join('')}</g><circle r="34" fill="#fff"/><circle r="34" fill="${c.soft}"/>
    ${line(arc(16, -120 + turn, 130 + turn), c.deep, 5)}<circle cx="${polar(0, 0, 16, 130 + turn)[0].toFixed(1)}" cy="${polar(0, 0, 16, 130 + turn)[1].toFixed(1)}" r="5" fill="${c.accent}"/>`;
};

const flow: Motif = (t, c) => {
  const nodes = [
    [-72, -52],
    [0, -52],
    [72, -52],
    [72, 24],
    [0, 24],
    [-72, 24],
  ] as const;
  const at = loop(t, 6) * 5;
  const leg = Math.min(4, Math.floor(at));
  const [from, to] = [nodes[leg]!, nodes[leg + 1]!];
  const share = ease(at - leg);
  return (
    line(`M${nodes.map((node) => node.join(',')).join(' L')}`, c.mid, 4) +
    nodes
      .map(
        (
          [x, y],
          i,
        ) => `<rect x="${x - 19}" y="${y - 19}" width="38" height="38" rx="8" fill="${i <= at ? c.brand : '#fff'}" stroke="${c.brand}" stroke-width="3.5"/>
      ${i <= at ? line(`M${x - 8},${y} l6,6 l11,-12`, '#fff', 4) : ''}`,
      )
      .join('') +
    `<circle cx="${(from[0] + (to[0] - from[0]) * share).toFixed(1)}" cy="${(from[1] + (to[1] - from[1]) * share).toFixed(1)}" r="8" fill="${c.accent}"/>
    <rect x="-91" y="62" width="182" height="12" rx="6" fill="${c.soft}"/><rect x="-91" y="62" width="${((182 * at) / 5).toFixed(1)}" height="12" rx="6" fill="${c.brand}"/>`
  );
};

const chart: Motif = (t, c) => {
  const shown = ease(loop(t, 8) * 1.6);
  const points = [10, -14, 6, -4, 20, -8, -22, 4, -34, 12].map((y, i) => [-80 + i * 17.8, y] as const);
  const count = Math.max(2, Math.round(shown * points.length));
  const visible = points.slice(0, count);
  return `<rect x="-96" y="-72" width="192" height="144" rx="12" fill="#fff" stroke="${c.soft}" stroke-width="3"/>
    ${[-40, 40].map((y) => line(`M-84,${y} H84`, c.accent, 2.5, 'stroke-dasharray="7 6"')).join('')}${line('M-84,0 H84', c.mid, 2)}
    ${line(`M${visible.map((xy) => xy.join(',')).join(' L')}`, c.brand, 4)}
    ${visible.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="5" fill="${Math.abs(y) > 30 ? c.accent : c.brand}" stroke="#fff" stroke-width="1.5"/>`).join('')}`;
};

const lock: Motif = (t, c) => {
  const pulse = 0.5 + 0.5 * wave(t, 3);
  const nodes = [0, 60, 120, 180, 240, 300].map((degrees) => polar(0, 0, 82, degrees + t * 4));
  return (
    nodes
      .map(
        ([x, y], i) =>
          line(`M0,0 L${x.toFixed(1)},${y.toFixed(1)}`, c.soft, 3) +
          `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${i % 2 ? 8 : 11}" fill="${i % 2 ? c.mid : c.brand}"/>`,
      )
      .join('') +
    `<circle r="${(56 + 4 * pulse).toFixed(1)}" fill="${c.mist}"/>${line('M-20,-8 V-24 C-20,-50 20,-50 20,-24 V-8', c.deep, 8)}
    <rect x="-32" y="-10" width="64" height="48" rx="9" fill="${c.brand}"/><circle cy="10" r="7" fill="#fff"/><rect x="-2.6" y="12" width="5.2" height="14" rx="2.6" fill="#fff"/>`
  );
};

const people: Motif = (t, c) => {
  const person = (x: number, y: number, size: number, colour: string) =>
    `<g transform="translate(${x},${y.toFixed(1)}) scale(${size})"><circle cy="-26" r="17" fill="${colour}"/><path d="M-30,30 C-30,-4 30,-4 30,30 Z" fill="${colour}"/></g>`;
  return `<circle r="88" fill="${c.mist}"/>${line(arc(88, t * 14, t * 14 + 70), c.brand, 4)}${line(arc(88, t * 14 + 180, t * 14 + 250), c.accent, 4)}
    ${person(-44, 6 + 2 * wave(t, 4), 0.95, c.mid)}${person(44, 6 + 2 * wave(t + 1.3, 4), 0.95, c.mid)}${person(0, 14 + 2 * wave(t + 2.6, 4), 1.3, c.brand)}`;
};

const blocks: Motif = (t, c) => {
  const settled = loop(t, 7) * 7;
  const colours = [c.deep, c.brand, c.mid, c.soft, c.accent];
  return (
    `${line('M-84,78 H84', c.grey, 4)}` +
    colours
      .map((colour, i) => {
        const share = ease(settled - i * 0.8);
        const width = 150 - i * 24;
        return `<rect x="${-width / 2}" y="${(48 - i * 30 - 60 * (1 - share)).toFixed(1)}" width="${width}" height="26" rx="6" fill="${colour}" opacity="${share.toFixed(2)}"/>`;
      })
      .join('')
  );
};

const flask: Motif = (t, c) => {
  const level = 6 + 3 * wave(t, 3);
  const bubbles = [0, 1, 2, 3]
    .map((i) => {
      const rise = loop(t + i * 0.9, 3.6);
      return `<circle cx="${(-24 + i * 16 + 4 * wave(t + i, 2)).toFixed(1)}" cy="${(60 - rise * 50).toFixed(1)}" r="${3 + (i % 2) * 2}" fill="#fff" opacity="${(0.9 * (1 - rise)).toFixed(2)}"/>`;
    })
    .join('');
  return `<path d="M-22,-80 V-26 L-62,62 C-66,74 -60,80 -50,80 H50 C60,80 66,74 62,62 L22,-26 V-80 Z" fill="${c.mist}"/>
    <path d="M-44,${(18 - level).toFixed(1)} Q-20,${(8 + level).toFixed(1)} 0,${(16 - level / 2).toFixed(1)} T44,${(18 + level / 2).toFixed(1)} L62,62 C66,74 60,80 50,80 H-50 C-60,80 -66,74 -62,62 Z" fill="${c.brand}"/>${bubbles}
    ${line('M-22,-80 V-26 L-62,62 C-66,74 -60,80 -50,80 H50 C60,80 66,74 62,62 L22,-26 V-80', c.deep, 5)}${line('M-30,-82 H30', c.deep, 7)}
    <path d="M58,-78 l24,42 h-48 Z" fill="${c.accent}"/>${line('M58,-62 v12', '#fff', 4)}<circle cx="58" cy="-43" r="2.6" fill="#fff"/>`;
};

const bolt: Motif = (t, c) => {
  const on = 0.55 + 0.45 * Math.abs(wave(t, 4));
  return `<circle r="86" fill="${c.mist}"/>${line(arc(86, -90, -90 + 359 * ease(loop(t, 6) * 1.5)), c.mid, 6)}
    <path d="M10,-66 L-36,10 H-4 L-12,66 L38,-14 H4 Z" fill="${c.brand}" opacity="${on.toFixed(2)}"/>
    <g transform="translate(50,46)"><rect x="-22" y="-8" width="44" height="34" rx="6" fill="${c.accent}"/>${line('M-12,-8 V-18 C-12,-34 12,-34 12,-18 V-8', c.deep, 6)}<circle cy="9" r="5" fill="#fff"/></g>`;
};

const ship: Motif = (t, c) => {
  const roll = 2.4 * wave(t, 5);
  const waves = [0, 1, 2]
    .map((row) => {
      const shift = (t * (12 + row * 7)) % 40;
      const crests = Array.from({ length: 8 }, () => `q10,${-9 + row * 2} 20,0 t20,0`).join(' ');
      return `<path d="M${(-140 - shift).toFixed(1)},${44 + row * 15} ${crests} V110 H-140 Z" fill="${[c.mid, c.brand, c.deep][row]}" opacity="${row === 0 ? 0.55 : 0.9}"/>`;
    })
    .join('');
  return `<clipPath id="sea"><circle r="92"/></clipPath><g clip-path="url(#sea)"><circle r="92" fill="${c.mist}"/><circle cx="46" cy="-46" r="16" fill="${c.accent}" opacity=".85"/>
    <g transform="translate(0,${(2 * wave(t + 1, 5)).toFixed(1)}) rotate(${roll.toFixed(2)})"><path d="M-70,22 H70 L54,56 H-54 Z" fill="${c.deep}"/>
    <rect x="-58" y="2" width="24" height="18" fill="${c.brand}"/><rect x="-32" y="2" width="24" height="18" fill="${c.accent}"/><rect x="-6" y="2" width="24" height="18" fill="${c.mid}"/><rect x="-45" y="-18" width="24" height="18" fill="${c.mid}"/><rect x="-19" y="-18" width="24" height="18" fill="${c.brand}"/>
    <rect x="30" y="-34" width="26" height="54" rx="3" fill="#fff" stroke="${c.deep}" stroke-width="3"/><path d="M34,-24 h18 M34,-12 h18" stroke="${c.brand}" stroke-width="5"/></g>${waves}</g>`;
};

const radar: Motif = (t, c) => {
  const angle = loop(t, 4) * 360;
  const blips = [
    [40, 50],
    [110, 62],
    [215, 38],
    [300, 66],
  ]
    .map(([degrees, radius]) => {
      const [x, y] = polar(0, 0, radius!, degrees!);
      const since = (angle - degrees! + 360) % 360;
      return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="6" fill="${c.accent}" opacity="${Math.max(0.15, 1 - since / 300).toFixed(2)}"/>`;
    })
    .join('');
  return `<circle r="90" fill="${c.deep}"/>${[28, 54, 80].map((r) => `<circle r="${r}" fill="none" stroke="${c.mid}" stroke-width="1.6" opacity=".6"/>`).join('')}
    ${line('M-84,0 H84 M0,-84 V84', c.mid, 1.4, 'opacity=".5"')}<path d="M0,0 L${point(0, 0, 84, angle - 42)} A84,84 0 0 1 ${point(0, 0, 84, angle)} Z" fill="${c.mid}" opacity=".4"/>
    ${line(`M0,0 L${point(0, 0, 84, angle)}`, '#fff', 3)}${blips}`;
};

const tank: Motif = (t, c) => {
  const level = 0.5 + 0.5 * wave(t, 6);
  const bar = (x: number, share: number, colour: string) =>
    `<rect x="${x}" y="-46" width="16" height="92" rx="8" fill="#fff"/><rect x="${x}" y="${(46 - 92 * share).toFixed(1)}" width="16" height="${(92 * share).toFixed(1)}" rx="8" fill="${colour}"/>`;
  return `<rect x="-84" y="-72" width="168" height="150" rx="26" fill="${c.soft}" stroke="${c.brand}" stroke-width="5"/><rect x="-26" y="-92" width="52" height="22" rx="6" fill="${c.deep}"/>
    ${line('M-58,-70 V70 M-34,-70 V70', c.mid, 4)}${[-50, -26, -2, 22, 46].map((y) => line(`M-58,${y} H-34`, c.mid, 4)).join('')}
    ${bar(-8, 0.84 + 0.03 * level, c.brand)}${bar(18, 0.12 + 0.1 * level, c.accent)}${bar(44, 0.2 + 0.06 * level, c.mid)}`;
};

const moon: Motif = (t, c) => {
  const angle = -150 + loop(t, 12) * 300;
  return `<circle r="88" fill="${c.deep}"/>${Array.from({ length: 24 }, (_, i) => line(`M${point(0, 0, 80, i * 15)} L${point(0, 0, i % 6 ? 75 : 68, i * 15)}`, c.mid, 2.5)).join('')}
    <path d="M${point(0, 0, 62, 200)} A62,62 0 0 1 ${point(0, 0, 62, 330)} L0,0 Z" fill="${c.brand}"/>
    <path d="M16,-34 A30,30 0 1 0 34,14 A24,24 0 1 1 16,-34 Z" fill="#fff" opacity=".92"/>${line(`M0,0 L${point(0, 0, 56, angle)}`, c.accent, 5)}<circle r="6" fill="${c.accent}"/>`;
};

const rope: Motif = (t, c) => {
  const sway = 6 * wave(t, 4);
  return `<path d="M-96,-14 L-26,-26 V80 H-96 Z" fill="${c.deep}"/><rect x="-96" y="-14" width="70" height="9" fill="${c.accent}"/><rect x="20" y="50" width="76" height="32" rx="4" fill="${c.mid}"/>
    <rect x="50" y="20" width="20" height="32" rx="4" fill="${c.brand}"/><rect x="44" y="16" width="32" height="9" rx="4" fill="${c.brand}"/>
    ${line(`M-34,-18 Q10,${(26 + sway).toFixed(1)} 56,26`, c.grey, 5)}${line(`M-34,-8 Q6,${(44 + sway).toFixed(1)} 56,34`, c.grey, 5)}
    <path d="M6,80 A74,74 0 0 1 80,6 L56,26 Z" fill="${c.accent}" opacity="${(0.16 + 0.14 * Math.abs(wave(t, 4))).toFixed(2)}"/>`;
};

const flame: Motif = (t, c) => {
  const lick = 4 * wave(t, 1.6);
  return `<circle r="88" fill="${c.mist}"/><path d="M0,${(-70 + lick).toFixed(1)} C14,-36 52,-18 48,26 C46,56 24,70 0,70 C-24,70 -48,54 -48,24 C-48,2 -32,-8 -24,-28 C-14,-16 -10,-10 -8,-2 C2,-22 8,-40 0,${(-70 + lick).toFixed(1)} Z" fill="${c.accent}"/>
    <path d="M2,${(-14 - lick).toFixed(1)} C10,8 26,16 24,38 C22,56 12,64 0,64 C-14,64 -24,54 -24,38 C-24,24 -14,18 -10,6 C-6,12 -4,14 -2,18 C2,8 4,-2 2,${(-14 - lick).toFixed(1)} Z" fill="#fff" opacity=".85"/>
    ${line(arc(88, -40, -40 + 280 * ease(loop(t, 6) * 1.5)), c.brand, 6)}`;
};

const leaf: Motif = (t, c) => {
  const grow = 0.86 + 0.06 * wave(t, 5);
  return `<circle r="88" fill="${c.mist}"/><g transform="rotate(${(3 * wave(t, 6)).toFixed(2)}) scale(${grow.toFixed(3)})"><path d="M-58,58 C-70,-30 -4,-76 66,-70 C74,0 34,66 -58,58 Z" fill="${c.brand}"/>
    ${line('M-72,76 C-44,28 -10,-6 36,-40', '#fff', 5)}${line('M-22,12 V-22 M4,-12 V-44 M-24,14 H14', '#fff', 3.5)}</g>
    ${[0, 1, 2]
      .map((i) => {
        const rise = loop(t + i * 1.4, 4.2);
        return `<circle cx="${-50 + i * 52}" cy="${(70 - rise * 130).toFixed(1)}" r="${5 - i}" fill="${c.accent}" opacity="${(Math.sin(rise * Math.PI) * 0.8).toFixed(2)}"/>`;
      })
      .join('')}`;
};

const book: Motif = (t, c) => {
  const turn = ease(loop(t, 4) * 1.4);
  const x = 76 * Math.cos(turn * Math.PI);
  return `<path d="M0,-50 C-30,-66 -62,-64 -84,-54 V58 C-62,48 -30,46 0,62 Z" fill="#fff" stroke="${c.brand}" stroke-width="5" stroke-linejoin="round"/><path d="M0,-50 C30,-66 62,-64 84,-54 V58 C62,48 30,46 0,62 Z" fill="${c.soft}" stroke="${c.brand}" stroke-width="5" stroke-linejoin="round"/>
    ${[-26, -6, 14].map((y) => line(`M-66,${y - 4} Q-42,${y - 8} -18,${y + 2}`, c.mid, 4) + line(`M66,${y - 4} Q42,${y - 8} 18,${y + 2}`, c.brand, 4)).join('')}
    <path d="M0,-50 Q${(x / 2).toFixed(1)},-78 ${x.toFixed(1)},${(-60 - 14 * Math.sin(turn * Math.PI)).toFixed(1)} V${(52 - 14 * Math.sin(turn * Math.PI)).toFixed(1)} Q${(x / 2).toFixed(1)},34 0,62 Z" fill="${c.accent}" opacity=".55"/>`;
};

export const motifs = {
  shield,
  gauge,
  cycle,
  flow,
  chart,
  lock,
  people,
  blocks,
  flask,
  bolt,
  ship,
  radar,
  tank,
  moon,
  rope,
  flame,
  leaf,
  book,
} satisfies Record<string, Motif>;
export type MotifName = keyof typeof motifs;
