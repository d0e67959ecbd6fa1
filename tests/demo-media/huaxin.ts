import { huaxinLibrary } from './library.ts';
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
  ...(captioned ? { captions: `media/${name}.zh.vtt` } : {}),
  ...(translation ? { translation: translated(name, translation) } : {}),
});

const translated = (name: string, [title, ...scenes]: [string, ...[string, string][]]): Film['translation'] => ({
  captions: `media/${name}.en.vtt`,
  title,
  scenes: scenes.map(([heading, text]) => ({ heading, text })),
});

export const huaxin: MediaPlan = {
  tenant: 'huaxin',
  name: '华信制造',
  lang: 'zh',
  brand: '#1b5fc1',
  accent: '#f2a33a',
  monogram: '华',
  certificate: { orientation: 'portrait', sealText: '华信制造培训中心', signedBy: 'Chen Guodong' },
  banners: [
    { file: 'media/banner-safety.webp', motif: 'shield', seed: 'huaxin-safety' },
    { file: 'media/banner-lean.webp', motif: 'cycle', seed: 'huaxin-lean' },
    { file: 'media/banner-start.webp', motif: 'people', seed: 'huaxin-start' },
  ],
  covers: [
    { file: 'media/cover-workshop-safety.webp', motif: 'shield', seed: 'workshop-safety' },
    { file: 'media/cover-equipment-inspection.webp', motif: 'gauge', seed: 'equipment-inspection' },
    { file: 'media/cover-lean-5s.webp', motif: 'blocks', seed: 'lean-5s' },
    { file: 'media/cover-infosec-basics.webp', motif: 'lock', seed: 'infosec-basics' },
    { file: 'media/cover-onboarding.webp', motif: 'people', seed: 'onboarding' },
    { file: 'media/cover-chemicals.webp', motif: 'flask', seed: 'chemicals' },
    { file: 'media/cover-fire-drill.webp', motif: 'flame', seed: 'fire-drill' },
  ],
  portraits: [
    { file: 'media/lecturer-zhou.webp', hair: 'short', glasses: true, tone: '#f0cdb0', shirt: '#2f5d9b' },
    { file: 'media/lecturer-lin.webp', hair: 'bun', tone: '#f3d3ba', shirt: '#2f8577' },
    { file: 'media/lecturer-wu.webp', hair: 'cap', tone: '#e3b892', shirt: '#54657d' },
    { file: 'media/lecturer-zhao.webp', hair: 'long', glasses: true, tone: '#f4d6bf', shirt: '#8a5a83' },
    { file: 'media/lecturer-sun.webp', hair: 'crop', tone: '#e9c2a0', shirt: '#b5653a' },
    { file: 'media/lecturer-qian.webp', hair: 'bob', tone: '#f2cfb4', shirt: '#3b4f86' },
  ],
  films: [
    film('live-kaizen', 'live-kaizen', 'flow', '直播回放：装配二线节拍复盘', [
      ['山积图', '把每个工位的作业时间堆起来，超出节拍的一眼就能看到。', 7],
      ['作业组合票', '人的动作、机器的时间和走动画在一起，等待就露了出来。', 7],
      ['一个流', '做一件、传一件：三个月里节拍缩短 28%，在制品少了一半。', 8],
    ]),
    film(
      'workshop-risks',
      'workshop-safety',
      'shield',
      '认识车间里的风险',
      [
        ['机械伤害', '旋转、往复和咬合的部位最危险。防护罩不到位，设备不启动；袖口扎紧，转动设备旁不戴手套。', 8],
        ['物体打击与坠落', '吊物之下不站人；两米及以上作业必须系挂安全带，高挂低用。', 7],
        ['说得出，才防得住', '开工前花一分钟，说出今天最可能伤到你的三件事，再确认对应的措施。', 7],
      ],
      true,
      [
        'Know the risks on the shop floor',
        [
          'Machinery',
          'Parts that turn, slide or close are the most dangerous. No guard, no start: button your cuffs, and no gloves near moving parts.',
        ],
        [
          'Falling objects and falls',
          'Never stand below a load. From two metres up, wear a harness and hook it above you.',
        ],
        [
          'What you can name, you can prevent',
          'Take a minute before work: name the three things most likely to hurt you today, and what you do about them.',
        ],
      ],
    ),
    film(
      'workshop-protection',
      'workshop-safety',
      'flow',
      '作业中的六步保护',
      [
        ['一看二查', '看环境、看状态；查防护装置、查急停按钮是否有效。', 6],
        ['三穿四确认', '按岗位穿戴防护用品；多人作业时口头复述指令并得到回应。', 7],
        ['五作业六恢复', '按作业指导书操作；结束后清理现场，恢复防护，交接异常。', 7],
      ],
      true,
    ),
    film(
      'inspection-rounds',
      'equipment-inspection',
      'gauge',
      '点检：听、看、摸、闻、测',
      [
        ['五感加仪器', '听异响，看泄漏和指示，摸温度和振动，闻焦糊味，再用仪器确认。', 7],
        ['定点定标', '每个点检点都有标准值和上下限；数值写下来，不写“正常”。', 7],
        ['发现就上报', '超限先停机或降载，再报修、挂牌；点检记录当班归档。', 6],
      ],
      true,
    ),
    film('lean-seven-wastes', 'lean-5s', 'blocks', '5S 与七大浪费', [
      ['整理、整顿', '要与不要分开；要用的东西三十秒内取到、放回。', 6],
      ['清扫、清洁、素养', '清扫就是点检；把做法写成标准，把标准做成习惯。', 7],
      ['看见七种浪费', '过量生产、等待、搬运、过度加工、库存、动作、不良。先找出一种，今天就改。', 8],
    ]),
    film('quality-8d', 'quality-8d', 'cycle', '用 8D 解决质量问题', [
      ['先止血', '隔离可疑品，围堵措施要在 24 小时内落地，并验证有效。', 6],
      ['再找根因', '连问五个为什么，直到答案是流程或系统，而不是某个人。', 7],
      ['防止再发', '更新控制计划、作业指导书和培训，并横向检查相似产品。', 7],
    ]),
    film(
      'infosec-phishing',
      'infosec-basics',
      'lock',
      '识破钓鱼邮件',
      [
        ['看发件人', '名字可以伪造，域名骗不了人：逐个字母核对。', 6],
        ['不急着点', '催促、恐吓、中奖，都是让你来不及思考。换个渠道核实。', 7],
        ['点了也别慌', '立即断网、上报信息中心、修改密码。越早说，损失越小。', 7],
      ],
      true,
    ),
    film('onboarding-first-day', 'onboarding', 'people', '欢迎来到华信', [
      ['我们做什么', '华信制造专注工业泵与阀门，产品用在水务、电力和化工现场。', 7],
      ['我们信什么', '安全第一、质量为本、持续改善、坦诚协作。', 6],
      ['你的前三个月', '第一周认路认人，第一个月跟岗，第三个月独立上岗考核。', 7],
    ]),
    film('chemicals-label', 'hazardous-chemicals', 'flask', '读懂化学品标签', [
      ['象形图', '火焰、骷髅、腐蚀、感叹号……先认图，再认字。', 6],
      ['SDS 十六部分', '急救看第四部分，泄漏看第六部分，防护看第八部分。', 7],
      ['存放的规矩', '酸碱分开，氧化剂远离可燃物，容器下面有托盘。', 6],
    ]),
    film('loto-steps', 'electrical-loto', 'bolt', '挂牌上锁六步法', [
      ['准备与停机', '识别全部能量源，通知受影响的人，按程序停机。', 6],
      ['隔离与上锁', '断开隔离装置，一人一锁一牌一钥匙，谁上的锁谁来取。', 7],
      ['释放与验证', '释放残余能量，再按启动按钮验证“零能量”，确认后才动手。', 7],
    ]),
    film('team-huddle', 'team-leader', 'radar', '十分钟班前会', [
      ['三分钟：人', '点名、看状态，谁疲劳、谁带病，都要看得出来。', 6],
      ['四分钟：事', '昨天的异常、今天的目标、关键风险和措施，各说一件。', 7],
      ['三分钟：说回来', '请一名组员复述要点；能说回来，才算听进去。', 6],
    ]),
    film('spc-control-chart', 'spc-basics', 'chart', '看懂控制图', [
      ['两类波动', '普通原因是过程本来的样子；特殊原因说明有事发生。', 6],
      ['控制限不是公差', '控制限来自过程数据，公差来自图纸，两者不能混用。', 7],
      ['判异先记两条', '点子超出控制限；连续九点落在中心线同一侧。出现就查原因。', 7],
    ]),
  ],
  sounds: [
    { file: 'media/shift-briefing.m4a', seconds: 30, root: 48 },
    { file: 'media/team-reflection.mp3', seconds: 24, root: 45 },
  ],
  library: huaxinLibrary,
  sheets: [
    {
      file: 'media/sheet-ppe.webp',
      title: '个人防护用品速查',
      rows: [
        { name: '头部', text: '进入生产区域一律戴安全帽，系紧下颏带；帽壳有裂纹立即更换。', colour: '#1b5fc1' },
        { name: '眼面', text: '打磨、切削、配液戴防护眼镜；有飞溅时加面屏。', colour: '#1b5fc1' },
        { name: '听力', text: '噪声达到 85 分贝的岗位戴耳塞或耳罩，进入前戴好。', colour: '#2f8577' },
        { name: '手部', text: '搬运戴防割手套；操作旋转设备时禁止戴手套。', colour: '#c46a12' },
        { name: '足部', text: '穿防砸防刺穿安全鞋；油污区域选防滑底。', colour: '#2f8577' },
      ],
    },
    {
      file: 'media/sheet-5s.webp',
      title: '5S 现场检查要点',
      rows: [
        { name: '整理', text: '现场没有三个月以上不用的物品；待处理品有红牌和期限。', colour: '#1b5fc1' },
        { name: '整顿', text: '定位、定品、定量，标识朝外；三十秒内能取到。', colour: '#1b5fc1' },
        { name: '清扫', text: '设备无油污、无漏点；清扫中发现的异常有记录。', colour: '#2f8577' },
        { name: '清洁', text: '有责任区图、有标准照片、有检查周期。', colour: '#c46a12' },
        { name: '素养', text: '人人会按标准做，班组每周自查并公布结果。', colour: '#5b4a9c' },
      ],
    },
    {
      file: 'media/sheet-problem.webp',
      title: '问题描述：写事实，不写猜测',
      rows: [
        { name: '什么', text: '产品、图号、缺陷的样子；附一张能看清位置的照片。', colour: '#1b5fc1' },
        { name: '哪里', text: '哪道工序、哪台设备发现；缺陷在零件的哪个部位。', colour: '#1b5fc1' },
        { name: '何时', text: '第一次发现的时间，以及之后是否再次出现。', colour: '#2f8577' },
        { name: '多少', text: '检查了多少件，其中多少件不合格，同批还有多少。', colour: '#c46a12' },
        { name: '怎样', text: '用什么方法、什么量具发现，由谁复核。', colour: '#5b4a9c' },
      ],
    },
  ],
  documents: [
    {
      file: 'media/workshop-safety-handbook.pdf',
      title: '车间安全口袋手册',
      subtitle: '适用于进入生产区域的全体员工、实习生和相关方',
      sections: [
        {
          heading: '一、进入车间之前',
          points: [
            '完成三级安全教育并考核合格，随身携带上岗证。',
            '穿戴齐全：安全帽、安全鞋、工作服；长发盘入帽内，不佩戴首饰。',
            '身体不适、饮酒或服用嗜睡药物后，不上岗，如实告知班组长。',
          ],
        },
        {
          heading: '二、通行',
          points: [
            '走人行通道，遇叉车先停步，与司机目光确认后再通过。',
            '不跨越运转中的输送线，不从吊物下方穿行。',
            '上下楼梯扶扶手，不看手机。',
          ],
        },
        {
          heading: '三、作业',
          text: '任何一项条件不满足，员工都有权停止作业，任何人不得因此处罚。',
          points: [
            '设备防护罩、联锁和急停按钮有效才能启动。',
            '检修、清理、调整前，执行挂牌上锁。',
            '动火、有限空间、高处、吊装、临时用电等危险作业先办票、后作业。',
          ],
        },
        {
          heading: '四、常见风险与措施',
          table: [
            ['风险', '典型场景', '首要措施'],
            ['机械伤害', '车床、冲床、输送线', '防护罩与联锁；停机上锁后清理'],
            ['触电', '配电箱、手持电动工具', '漏电保护器；湿手不操作'],
            ['灼烫', '热处理、焊接、蒸汽管线', '隔热手套与面屏；保温层完好'],
            ['物体打击', '吊装、货架、高处作业', '吊物下不站人；工具系绳'],
            ['车辆伤害', '叉车、厂内运输', '人车分流；限速 5 公里/小时'],
          ],
        },
        {
          heading: '五、出了事怎么办',
          points: [
            '先保护自己，再救人；拉响警报，拨打厂内应急电话 8119。',
            '说清四件事：地点、发生了什么、有没有人受伤、你是谁。',
            '火灾：初起用最近的灭火器扑救；火势扩大立即撤离，到集合点报到。',
            '触电：先断电，再施救；无呼吸心跳立即心肺复苏。',
            '事故、险肇都要在一小时内报告，不追究报告人。',
          ],
        },
      ],
    },
    {
      file: 'media/inspection-guide.pdf',
      title: '设备日常点检作业指导书',
      subtitle: '以离心泵机组为例',
      sections: [
        {
          heading: '点检的目的',
          text: '在故障发生之前发现劣化。点检不是走一圈打勾，而是把“今天的数值”和“昨天的数值”放在一起看。',
        },
        {
          heading: '点检项目与标准',
          table: [
            ['部位', '方法', '标准', '周期'],
            ['轴承座', '测温枪', '不高于 75 ℃，且温升不超过 40 ℃', '每班'],
            ['轴承座', '振动笔', '不大于 4.5 mm/s', '每班'],
            ['机械密封', '目视', '滴漏不超过 5 滴/分', '每班'],
            ['油位', '目视', '油窗 1/2 至 2/3', '每班'],
            ['联轴器护罩', '手检', '无松动、无缺失', '每日'],
            ['出口压力', '读表', '额定值 ±5%', '每两小时'],
          ],
        },
        {
          heading: '异常处理',
          points: [
            '接近上限：缩短点检周期，通知设备员，安排趋势监测。',
            '超过上限：降载或切换备机，停机挂牌，填写报修单。',
            '异响、焦糊味、冒烟：立即按急停，不得“再看一会儿”。',
          ],
        },
        {
          heading: '记录',
          points: ['写数值、写单位、写时间；涂改处签名。', '交接班时当面说明异常，接班人复测一次后签字。'],
        },
      ],
    },
    {
      file: 'media/eight-d-template.pdf',
      title: '8D 报告写法与范例',
      subtitle: '从客户投诉到防止再发',
      sections: [
        {
          heading: '八个步骤',
          table: [
            ['步骤', '要回答的问题', '常见错误'],
            ['D1 小组', '谁了解过程、谁能决定', '只有质量部的人'],
            ['D2 问题描述', '什么、何处、何时、多少', '把猜测写成事实'],
            ['D3 围堵', '客户现在还会收到坏件吗', '没有验证有效性'],
            ['D4 根因', '为什么发生、为什么流出', '停在“员工疏忽”'],
            ['D5 对策', '哪种对策能消除根因', '只写“加强培训”'],
            ['D6 实施', '谁、何时、做到什么程度', '没有完成证据'],
            ['D7 防再发', '文件、相似产品更新了吗', '只改一处'],
            ['D8 总结', '学到什么、感谢谁', '省略不写'],
          ],
        },
        {
          heading: '五个为什么：一个例子',
          points: [
            '为什么漏水？密封面有划痕。',
            '为什么有划痕？装配时掉入铁屑。',
            '为什么有铁屑？清洗后未吹净螺纹孔。',
            '为什么未吹净？作业指导书没有这一步。',
            '为什么没有？工艺变更时未评审清洁度风险。根因在变更流程。',
          ],
        },
        {
          heading: '围堵时限',
          text: '接到投诉后 24 小时内给出围堵结果，5 个工作日内给出根因，10 个工作日内给出纠正措施计划。',
        },
      ],
    },
    {
      file: 'media/infosec-policy.pdf',
      title: '员工信息安全守则',
      subtitle: '十条底线与报告方式',
      sections: [
        {
          heading: '十条底线',
          points: [
            '离开座位锁屏。',
            '密码不共用、不写在纸上；重要系统开启双因素验证。',
            '不把公司资料传到个人网盘、个人邮箱或公开的 AI 工具。',
            '不插来历不明的 U 盘。',
            '不安装未经批准的软件。',
            '打印后立即取走，废纸进碎纸机。',
            '客户图纸按密级管理，外发先审批。',
            '访客由接待人全程陪同。',
            '远程办公只用公司 VPN。',
            '丢失设备、误点链接，十分钟内上报。',
          ],
        },
        {
          heading: '数据分级',
          table: [
            ['级别', '例子', '要求'],
            ['公开', '官网、产品手册', '可自由传播'],
            ['内部', '通知、排班', '仅限员工'],
            ['秘密', '客户图纸、报价', '授权人员，加密外发'],
            ['机密', '核心配方、并购信息', '专人专柜，审批留痕'],
          ],
        },
        {
          heading: '如何上报',
          text: '信息中心 24 小时电话 8110，或在门户提交“信息安全事件”。如实上报不追责，隐瞒从严处理。',
        },
      ],
    },
    {
      file: 'media/onboarding-guide.pdf',
      title: '新员工入职指南',
      subtitle: '第一天、第一周、前三个月',
      sections: [
        {
          heading: '第一天',
          points: [
            '八点三十分到行政楼一层报到，领取工牌、工装和安全鞋。',
            '与导师见面，认识班组成员和集合点。',
            '在知行平台登录，完成《新员工入职第一课》。',
          ],
        },
        {
          heading: '第一周',
          points: [
            '完成三级安全教育：公司级 8 学时、车间级 8 学时、班组级 8 学时。',
            '学会看作业指导书和质量标准。',
            '记住三个电话：应急 8119、信息中心 8110、人力资源 8100。',
          ],
        },
        {
          heading: '前三个月',
          table: [
            ['时间', '目标', '由谁确认'],
            ['第 1 个月', '跟岗，能说出本岗位风险与标准', '导师'],
            ['第 2 个月', '在监护下独立完成全部工序', '班组长'],
            ['第 3 个月', '独立上岗考核，转正面谈', '车间主任'],
          ],
        },
        {
          heading: '工时与假期',
          text: '标准工时每日 8 小时；加班须事前申请。入职满一年享受带薪年休假，具体以《考勤管理办法》为准。',
        },
      ],
    },
    {
      file: 'media/loto-procedure.pdf',
      title: '挂牌上锁（LOTO）程序',
      subtitle: '检修、清理、调整设备前必须执行',
      sections: [
        {
          heading: '六个步骤',
          points: [
            '准备：识别电、气、液、重力、弹簧、热等全部能量源。',
            '停机：通知受影响人员，按正常程序停机。',
            '隔离：断开电源隔离开关，关闭阀门并加盲板。',
            '上锁挂牌：一人一锁；牌上写姓名、部门、时间、事由。',
            '释放残余能量：放电、泄压、落下、支撑、冷却。',
            '验证：确认无人在危险区后按启动按钮，设备不动作，再复位。',
          ],
        },
        {
          heading: '恢复运行',
          points: [
            '清点工具和人员，恢复防护装置。',
            '本人取下本人的锁；他人不得代取。',
            '通知受影响人员后送电试运行。',
          ],
        },
        {
          heading: '特殊情况',
          text: '上锁人已离厂且无法联系时，由车间主任与安全员共同确认设备安全，填写《强制开锁单》后方可开锁，并在其返岗时第一时间告知。',
        },
      ],
    },
    {
      file: 'media/安全生产月活动方案.pdf',
      title: '安全生产月活动方案',
      subtitle: '主题：人人讲安全、个个会应急',
      sections: [
        {
          heading: '一、活动安排',
          table: [
            ['周次', '内容', '牵头部门'],
            ['第一周', '启动会，全员学习《车间安全生产通识》', '安全环保部'],
            ['第二周', '隐患随手拍，班组互查', '各车间'],
            ['第三周', '疏散演练与灭火器实操', '安全环保部、保卫科'],
            ['第四周', '总结评比，发布典型案例', '人力资源部'],
          ],
        },
        {
          heading: '二、隐患随手拍怎么报',
          points: ['拍清现场和位置。', '写明可能造成的后果。', '能当场整改的先整改，再上报。'],
        },
        {
          heading: '三、评比办法',
          text: '隐患上报数占三成，整改率占五成，学习完成率占两成。前三名班组授予“安全先锋班组”。',
        },
      ],
    },
    {
      file: 'media/急救员培训报名表.pdf',
      title: '急救员实操培训报名表',
      subtitle: '由班组长填写，交人力资源部',
      sections: [
        {
          heading: '报名信息',
          table: [
            ['项目', '填写'],
            ['姓名', ''],
            ['部门、班组', ''],
            ['联系电话', ''],
            ['是否受过急救培训', '□ 是　□ 否'],
            ['班组长意见', ''],
          ],
        },
        { heading: '说明', points: ['每个班组至少推荐两名。', '培训当天请穿便于活动的服装。'] },
      ],
    },
  ],
};
