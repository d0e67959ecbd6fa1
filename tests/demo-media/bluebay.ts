import { bluebayLibrary } from './library.ts';
import type { Film, MediaPlan, Scene } from './plan.ts';
import type { MotifName } from './motifs.ts';

const film = (
  name: string,
  course: string,
  motif: MotifName,
  title: string,
  scenes: [string, string, number?][],
  captioned = false,
  translation?: [title: string, ...scenes: [string, string][]],
): Film => ({
  file: `media/${name}.mp4`,
  course,
  title,
  motif,
  scenes: scenes.map(([heading, text, seconds = 7]): Scene => ({ heading, text, seconds })),
  ...(captioned ? { captions: `media/${name}.en.vtt` } : {}),
  ...(translation ? { translation: translated(name, translation) } : {}),
});

const translated = (name: string, [title, ...scenes]: [string, ...[string, string][]]): Film['translation'] => ({
  captions: `media/${name}.zh.vtt`,
  title,
  scenes: scenes.map(([heading, text]) => ({ heading, text })),
});

export const bluebay: MediaPlan = {
  tenant: 'bluebay',
  name: 'Bluebay Shipping',
  lang: 'en',
  brand: '#0b6e82',
  accent: '#f08a4b',
  monogram: 'B',
  certificate: { orientation: 'landscape', sealText: 'BLUEBAY SHIPPING', signedBy: 'Ingrid Hansen' },
  banners: [
    { file: 'media/banner-fleet.webp', motif: 'ship', seed: 'bluebay-fleet' },
    { file: 'media/banner-bridge.webp', motif: 'radar', seed: 'bluebay-bridge' },
    { file: 'media/banner-planet.webp', motif: 'leaf', seed: 'bluebay-planet' },
  ],
  covers: [
    { file: 'media/cover-ism-code.webp', motif: 'ship', seed: 'ism-code' },
    { file: 'media/cover-bridge.webp', motif: 'radar', seed: 'bridge-resource-management' },
    { file: 'media/cover-dangerous-goods.webp', motif: 'flask', seed: 'dangerous-goods' },
    { file: 'media/cover-cyber.webp', motif: 'lock', seed: 'maritime-cyber' },
    { file: 'media/cover-enclosed-space.webp', motif: 'tank', seed: 'enclosed-space' },
    { file: 'media/cover-mooring.webp', motif: 'rope', seed: 'mooring' },
    { file: 'media/cover-lifeboat.webp', motif: 'people', seed: 'lifeboat' },
  ],
  portraits: [
    { file: 'media/lecturer-hansen.webp', hair: 'cap', tone: '#f0cdb0', shirt: '#1f4e66' },
    { file: 'media/lecturer-reyes.webp', hair: 'bun', tone: '#d9a97f', shirt: '#2f8577' },
    { file: 'media/lecturer-okafor.webp', hair: 'crop', glasses: true, tone: '#8d5a3b', shirt: '#54657d' },
    { file: 'media/lecturer-lindqvist.webp', hair: 'long', tone: '#f4d6bf', shirt: '#7a5a8a' },
    { file: 'media/lecturer-menon.webp', hair: 'short', glasses: true, tone: '#b98058', shirt: '#a35c35' },
    { file: 'media/lecturer-tan.webp', hair: 'bob', tone: '#efcaa8', shirt: '#3b4f86' },
  ],
  films: [
    film('live-port-state-control', 'live-port-state-control', 'shield', 'Recording: what inspectors look for', [
      ['First impressions', 'The gangway, the net and the watchman say how the rest of the visit will go.', 7],
      ['Fire safety', 'Dampers that do not close and pumps that do not start detain more ships than anything else.', 8],
      ['Paperwork', 'Rest hours and the oil record book are read side by side: make sure that they agree.', 7],
    ]),
    film(
      'ism-why',
      'ism-code',
      'ship',
      'Why the ISM Code exists',
      [
        [
          'From blame to system',
          'Most casualties begin with ordinary decisions. The Code asks companies to manage safety, not luck.',
          8,
        ],
        [
          'A system that is written down',
          'The safety management system says who does what, how, and what happens when it goes wrong.',
          7,
        ],
        [
          'Proof on board',
          'The company holds the Document of Compliance. The ship holds the Safety Management Certificate.',
          7,
        ],
      ],
      true,
      [
        '为什么要有 ISM 规则',
        ['从追责到体系', '多数事故始于平常的决定。规则要求公司管理安全，而不是指望运气。'],
        ['写下来的体系', '安全管理体系写明谁做什么、怎么做，以及出错时怎么办。'],
        ['船上的证明', '公司持有符合证明（DOC），船舶持有安全管理证书（SMC）。'],
      ],
    ),
    film(
      'ism-reporting',
      'ism-code',
      'cycle',
      'Reporting that changes things',
      [
        [
          'Report the near miss',
          'A near miss is a free lesson. Say what happened, where, and what stopped it getting worse.',
          7,
        ],
        ['Find the cause', 'Ask why until the answer is something the company can change.', 6],
        ['Close the loop', 'Corrective action has an owner and a date. The reporter hears what was done.', 7],
      ],
      true,
    ),
    film(
      'bridge-team',
      'bridge-resource-management',
      'radar',
      'One team on the bridge',
      [
        ['Share the plan', 'Brief from berth to berth, so that everyone can see when the ship leaves the plan.', 7],
        ['Close the loop', 'Say the order, repeat the order, confirm the result. Silence is not an answer.', 7],
        ['Challenge early', 'State the concern, state the facts, propose an action. Rank does not turn a ship.', 7],
      ],
      true,
    ),
    film('imdg-labels', 'dangerous-goods', 'flask', 'Nine classes, one language', [
      ['Know the class', 'From explosives to miscellaneous: the label tells you the main hazard at a glance.', 7],
      ['UN number and name', 'Four digits and the proper shipping name lead to every other rule.', 6],
      ['Keep them apart', 'Check segregation before loading, then check the stow against the manifest.', 7],
    ]),
    film(
      'cyber-phishing',
      'maritime-cyber',
      'lock',
      'Cyber risk on board',
      [
        ['Two worlds', 'Office systems move information. Operational systems move the ship. Keep them separate.', 7],
        ['The USB habit', 'Chart updates come on the approved stick, scanned first. Phones do not charge on ECDIS.', 7],
        ['Fall back with confidence', 'If a screen lies, cross-check with radar, eyes and paper. Then report it.', 7],
      ],
      true,
    ),
    film('enclosed-atmosphere', 'enclosed-space', 'tank', 'Test before you enter', [
      ['Assume it can kill', 'Rust eats oxygen. Cargo gives off gas. A clean tank can still be deadly.', 7],
      [
        'Test at three levels',
        'Oxygen near 21 percent, flammable gas below 1 percent of LFL, toxic gas below its limit.',
        8,
      ],
      ['Nobody goes in to help', 'Raise the alarm first. Only the rescue team enters, with breathing apparatus.', 7],
    ]),
    film('welcome-aboard', 'welcome-aboard', 'people', 'Welcome to Bluebay', [
      ['Who we are', 'Thirty-two ships, forty nationalities, one standard: everyone goes home well.', 7],
      ['Your first day on board', 'Muster station, lifejacket, alarm signals, and the person you report to.', 7],
      ['Speak up', 'Stop-work authority belongs to everyone, from cadet to master.', 6],
    ]),
    film('marpol-garbage', 'marpol', 'leaf', 'Nothing goes over the side', [
      [
        'Plastic: never',
        'No plastic into any sea, anywhere. That includes rope, sacks and incinerator ash with plastic in it.',
        8,
      ],
      ['Oil: fifteen parts', 'Bilge water goes through the separator, under way, at no more than 15 ppm.', 7],
      ['Write it down', 'The record books are evidence. Enter the fact, the time and the position.', 6],
    ]),
    film('rest-hours', 'fatigue', 'moon', 'Rest is a safety system', [
      [
        'The numbers',
        'At least 10 hours in any 24 and 77 hours in any 7 days. Two periods at most, one of 6 hours.',
        8,
      ],
      ['The signs', 'Missed calls, fixed stare, slow answers. Watch each other.', 6],
      ['The truth', 'Record the hours you worked, not the hours you wish you had.', 6],
    ]),
    film('mooring-snapback', 'mooring', 'rope', 'Stay out of the line of fire', [
      ['The whole deck', 'Under load, treat the entire mooring deck as a snap-back area.', 6],
      ['Hands and feet', 'Never stand in a bight. Never hold a line on a turning drum close in.', 7],
      ['One voice', 'One person in charge, one signal, and a stop that anyone may call.', 6],
    ]),
    film('engine-fire', 'engine-fire', 'flame', 'Engine-room fire: the first minutes', [
      ['Prevent the spray', 'Hot surfaces lagged, fuel lines jacketed, leaks fixed at once, bilges dry.', 7],
      [
        'Raise, restrict, respond',
        'Raise the alarm, stop the fuel and the fans, then fight it if you can do so safely.',
        8,
      ],
      ['Before CO2', 'Everyone counted, all openings shut. After release, the space stays closed.', 7],
    ]),
  ],
  sounds: [
    { file: 'media/night-orders.m4a', seconds: 30, root: 43 },
    { file: 'media/wind-down.mp3', seconds: 24, root: 41 },
  ],
  library: bluebayLibrary,
  sheets: [
    {
      file: 'media/sheet-alarm-signals.webp',
      title: 'Alarm signals on every Bluebay ship',
      rows: [
        {
          name: 'General',
          text: 'Seven short blasts and one long: go to your muster station with your lifejacket.',
          colour: '#0b6e82',
        },
        {
          name: 'Fire',
          text: 'Continuous ringing: raise the alarm, shut doors, go to your fire station.',
          colour: '#b5532a',
        },
        { name: 'Overboard', text: 'Three long blasts: shout, throw a lifebuoy, keep pointing.', colour: '#2f6a9b' },
        {
          name: 'CO2',
          text: 'Siren and flashing light in the space: leave at once by the nearest exit.',
          colour: '#6a4c93',
        },
        { name: 'Abandon', text: 'By the master, by voice only: never by guessing.', colour: '#54657d' },
      ],
    },
    {
      file: 'media/sheet-closed-loop.webp',
      title: 'An order on the bridge, closed loop',
      rows: [
        { name: 'Order', text: 'Short, in standard phrases, to one person by rank or name.', colour: '#0b6e82' },
        { name: 'Repeat', text: 'The helmsman repeats every word, before touching the wheel.', colour: '#0b6e82' },
        { name: 'Do', text: 'The order is carried out; the officer of the watch looks.', colour: '#2f6a9b' },
        { name: 'Report', text: '"Wheel is starboard twenty": what is, and not what should be.', colour: '#b5532a' },
        { name: 'Check', text: 'The conn answers, and looks at the rate of turn.', colour: '#6a4c93' },
      ],
    },
    {
      file: 'media/sheet-imdg-classes.webp',
      title: 'IMDG classes at a glance',
      rows: [
        { name: 'Class 1 · 2', text: 'Explosives. Gases: flammable, non-flammable and toxic.', colour: '#b5532a' },
        {
          name: 'Class 3 · 4',
          text: 'Flammable liquids. Solids that burn, self-heat or react with water.',
          colour: '#a8333d',
        },
        {
          name: 'Class 5',
          text: 'Oxidizing substances and organic peroxides: keep away from fuel and heat.',
          colour: '#9a7412',
        },
        { name: 'Class 6 · 7', text: 'Toxic and infectious substances. Radioactive material.', colour: '#54657d' },
        { name: 'Class 8 · 9', text: 'Corrosives. Miscellaneous, such as lithium batteries.', colour: '#0b6e82' },
      ],
    },
  ],
  documents: [
    {
      file: 'media/ism-pocket-guide.pdf',
      title: 'ISM Code pocket guide',
      subtitle: 'What every seafarer should be able to explain',
      sections: [
        {
          heading: '1. Purpose',
          text: 'The International Safety Management Code, made mandatory by SOLAS chapter IX, sets a standard for the safe management of ships and for pollution prevention. It asks the company to assess all identified risks and to establish safeguards against them.',
        },
        {
          heading: '2. The documents',
          table: [
            ['Document', 'Held by', 'Valid for'],
            ['Document of Compliance (DOC)', 'The company; a copy on board', '5 years, verified every year'],
            ['Safety Management Certificate (SMC)', 'Each ship', '5 years, one intermediate verification'],
            ['Safety management manual', 'Ashore and on board', 'Kept up to date; obsolete copies removed'],
          ],
        },
        {
          heading: '3. People',
          points: [
            'The designated person ashore (DPA) has direct access to the highest level of management. You may contact the DPA at any time.',
            'The master has overriding authority for safety and pollution prevention.',
            'New and transferred personnel get familiarization before they sail.',
          ],
        },
        {
          heading: '4. What you do',
          points: [
            'Follow the procedure, or say why it does not work.',
            'Report non-conformities, accidents and hazardous situations.',
            'Take part in drills as if they were real.',
            'Know where the manual is and how to search it.',
          ],
        },
        {
          heading: '5. Audits',
          text: 'Internal audits take place on board and ashore at intervals of no more than twelve months. An auditor looks for evidence: be honest, be brief, and show rather than tell. If you do not know, say who does.',
        },
        {
          heading: '6. Words to get right',
          table: [
            ['Term', 'Meaning'],
            ['Non-conformity', 'Evidence that a requirement is not fulfilled'],
            ['Major non-conformity', 'A serious threat to people, ship or environment that needs immediate correction'],
            ['Observation', 'A statement of fact that may lead to a non-conformity'],
            ['Near miss', 'An event that could have caused harm but did not'],
          ],
        },
      ],
    },
    {
      file: 'media/bridge-checklists.pdf',
      title: 'Bridge team checklists',
      subtitle: 'Briefing, handover and pilotage',
      sections: [
        {
          heading: 'Passage briefing',
          points: [
            'Route, no-go areas, and where the plan is most likely to fail.',
            'Expected traffic, weather, tide and under-keel clearance.',
            'Who navigates, who keeps lookout, who communicates, who records.',
            'Abort points and contingency anchorages.',
          ],
        },
        {
          heading: 'Watch handover',
          points: [
            'Position, course, speed, and the next alteration.',
            'Traffic: which vessels, what has been agreed, what is planned.',
            'Equipment: alarms, defects, settings that were changed.',
            'Night orders read and signed. Eyes adapted to the dark.',
            'Do not hand over in the middle of a manoeuvre, nor to someone unfit.',
          ],
        },
        {
          heading: 'Master and pilot exchange',
          table: [
            ['The ship gives', 'The pilot gives'],
            ['Pilot card, draught, propulsion, defects', 'Intended route, speeds, tugs'],
            ['Bridge team and working language', 'Local traffic, tides, depths'],
            ['Mooring arrangement', 'Berthing plan and communications'],
          ],
        },
        {
          heading: 'Challenge in four steps',
          points: [
            'Get attention: use the name or rank.',
            'State the concern: "I am not comfortable with the distance off."',
            'State the fact: "Radar shows 0.3 miles."',
            'Propose: "I suggest ten degrees to starboard now."',
          ],
        },
      ],
    },
    {
      file: 'media/dangerous-goods-guide.pdf',
      title: 'Dangerous goods on board',
      subtitle: 'From booking to discharge',
      sections: [
        {
          heading: 'Before loading',
          points: [
            'Dangerous goods declaration: UN number, proper shipping name, class, packing group, quantity, emergency contact.',
            'Container packing certificate, signed.',
            'Segregation checked against the whole stow, not only the neighbour.',
            'Document of compliance for the carriage of dangerous goods covers the hold and the class.',
          ],
        },
        {
          heading: 'Segregation terms',
          table: [
            ['Term', 'In short'],
            ['Away from', 'Effectively segregated; may share a hold if far enough apart'],
            ['Separated from', 'In different compartments when under deck'],
            ['Separated by a complete compartment from', 'A whole compartment in between'],
            [
              'Separated longitudinally by an intervening complete compartment from',
              'A whole compartment in between, fore and aft',
            ],
          ],
        },
        {
          heading: 'In an emergency',
          points: [
            'Find the UN number on the manifest, then the EmS schedule: F for fire, S for spillage.',
            'Medical first aid: the MFAG tables.',
            'Approach from upwind. Full protective clothing and breathing apparatus.',
            'Report to the nearest coastal State what was lost, and where.',
          ],
        },
        {
          heading: 'Lithium batteries',
          text: 'They may reignite hours after the flames are out. Cool with plenty of water, keep watch, and never trust a quiet container.',
        },
      ],
    },
    {
      file: 'media/cyber-ship-card.pdf',
      title: 'Cyber security: the ship card',
      subtitle: 'Ten habits and one plan',
      sections: [
        {
          heading: 'Ten habits',
          points: [
            'One person, one account.',
            'Long passphrases, never on a sticker.',
            'Updates only from the approved source, scanned on the kiosk.',
            'No private devices on ship networks.',
            'Crew Wi-Fi is separate, and stays separate.',
            'Visitors plug in nothing without an escort and permission.',
            'Remote access only when asked for, supervised, and then closed.',
            'Back-ups tested every month.',
            'Report odd e-mails; do not forward them to colleagues.',
            'Know the manual fallback for every system you stand in front of.',
          ],
        },
        {
          heading: 'When something is wrong',
          table: [
            ['Sign', 'First action'],
            ['Position jumps on ECDIS', 'Cross-check by radar and visual; consider GNSS interference'],
            ['Files cannot be opened', 'Unplug the network cable; leave power on; call the master'],
            ['Unknown login', 'Change the password; tell the IT duty officer'],
            ['A bank account "has changed"', 'Call the known number; never reply to the mail'],
          ],
        },
        {
          heading: 'Who to call',
          text: 'Bluebay cyber duty officer, day and night, through the emergency card in the radio room. Cyber risk is part of the safety management system under IMO resolution MSC.428(98).',
        },
      ],
    },
    {
      file: 'media/enclosed-space-permit.pdf',
      title: 'Enclosed space entry: permit and guidance',
      subtitle: 'No permit, no entry',
      sections: [
        {
          heading: 'What counts',
          text: 'Any space with limited openings, inadequate ventilation, or that is not designed for continuous occupancy: cargo holds, ballast and void tanks, cofferdams, chain lockers, pump rooms, and the spaces connected to them.',
        },
        {
          heading: 'Readings before entry',
          table: [
            ['What', 'Acceptable'],
            ['Oxygen', '21 % by volume, steady'],
            ['Flammable gas', 'Not more than 1 % of the lower flammable limit'],
            ['Toxic gas', 'Not more than half of the occupational exposure limit'],
          ],
        },
        {
          heading: 'Permit',
          points: [
            'Space isolated, cleaned and ventilated; ventilation stays on.',
            'Atmosphere tested at top, middle and bottom, from outside.',
            'Attendant at the entrance, who does nothing else.',
            'Communication agreed and tested. Personal gas meter worn.',
            'Rescue equipment at the entrance: harness, line, breathing apparatus, resuscitator.',
            'Valid for one watch at most; stops when anything changes.',
          ],
        },
        {
          heading: 'If somebody collapses',
          points: [
            'The attendant raises the alarm and does not enter.',
            'The rescue team enters only with breathing apparatus.',
            'More rescuers than victims have died in such spaces. Waiting two minutes saves lives.',
          ],
        },
      ],
    },
    {
      file: 'media/welcome-booklet.pdf',
      title: 'Welcome aboard',
      subtitle: 'Your first contract with Bluebay',
      sections: [
        {
          heading: 'Before you join',
          points: [
            'Certificates, medical and seaman’s book valid for the whole contract.',
            'Finish “Welcome to Bluebay” and “Cyber security on board” in Zhixing.',
            'Pack for the trade: the manager tells you the climate.',
          ],
        },
        {
          heading: 'First hour on board',
          points: [
            'Meet the safety officer. Find your cabin, muster station, lifejacket and immersion suit.',
            'Walk both escape routes from your cabin and your workplace.',
            'Learn the alarm signals and who you report to.',
          ],
        },
        {
          heading: 'First week',
          table: [
            ['Day', 'What'],
            ['1', 'Safety familiarization, signed'],
            ['2–3', 'Shipboard familiarization for your rank'],
            ['4–6', 'Work under supervision, first drill'],
            ['7', 'Talk with your head of department'],
          ],
        },
        {
          heading: 'Living together',
          text: 'Respect has no accent. Harassment and bullying end careers here, at any rank. Talk to the master, the DPA, or the confidential line on the card in your cabin.',
        },
      ],
    },
    {
      file: 'media/enclosed-space-campaign.pdf',
      title: 'Enclosed space campaign',
      subtitle: 'Programme for masters and safety officers',
      sections: [
        {
          heading: 'Week by week',
          table: [
            ['Week', 'On board', 'Ashore'],
            ['1', 'Toolbox talk, all hands', 'Kick-off call'],
            ['2', 'Rescue drill with full kit', 'Gas meter check'],
            ['3', 'Review of permits since January', 'Cross-check of ten permits'],
            ['4', 'Report to the DPA', 'Lessons published'],
          ],
        },
        {
          heading: 'Before anybody enters',
          points: ['Isolated, ventilated, tested.', 'Permit signed at the space.', 'Rescue kit at the entrance.'],
        },
      ],
    },
    {
      file: 'media/near-miss-form.pdf',
      title: 'Near-miss report',
      subtitle: 'One page, no names needed',
      sections: [
        {
          heading: 'What happened',
          table: [
            ['Question', 'Answer'],
            ['Ship and place', ''],
            ['Date and time', ''],
            ['What went differently from the plan?', ''],
            ['What stopped it from getting worse?', ''],
            ['What would you change?', ''],
          ],
        },
        { heading: 'Where it goes', text: 'To the safety officer or straight to dpa@bluebay.example. Both are fine.' },
      ],
    },
  ],
};
